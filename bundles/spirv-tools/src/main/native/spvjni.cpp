// JNI shim over SPIRV-Tools: version, assemble, validate, optimize, disassemble. One context per call, so calls do not share state.
#include <jni.h>

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#include <string>
#include <vector>

namespace {

constexpr spv_target_env kEnvironment = SPV_ENV_VULKAN_1_3;

using Words = std::vector<uint32_t>;

class Log {
 public:
  template <class Tool>
  void attach(Tool& tool) {
    tool.SetMessageConsumer([this](spv_message_level_t level, const char*, const spv_position_t& position, const char* message) {
      if (level > SPV_MSG_ERROR) return;
      lines_.push_back("word " + std::to_string(position.index) + ": " + message);
    });
  }

  const std::vector<std::string>& lines() const { return lines_; }

  std::string text(const char* fallback) const {
    std::string all;
    for (const std::string& line : lines_) all += (all.empty() ? "" : "; ") + line;
    return all.empty() ? fallback : all;
  }

 private:
  std::vector<std::string> lines_;
};

Words toWords(JNIEnv* env, jintArray array) {
  Words words(static_cast<size_t>(env->GetArrayLength(array)));
  env->GetIntArrayRegion(array, 0, static_cast<jsize>(words.size()), reinterpret_cast<jint*>(words.data()));
  return words;
}

jintArray toArray(JNIEnv* env, const Words& words) {
  const jsize count = static_cast<jsize>(words.size());
  jintArray array = env->NewIntArray(count);
  if (array != nullptr) env->SetIntArrayRegion(array, 0, count, reinterpret_cast<const jint*>(words.data()));
  return array;
}

std::string toString(JNIEnv* env, jstring text) {
  const char* chars = env->GetStringUTFChars(text, nullptr);
  if (chars == nullptr) return "";
  std::string copy(chars);
  env->ReleaseStringUTFChars(text, chars);
  return copy;
}

jobjectArray toArray(JNIEnv* env, const std::vector<std::string>& lines) {
  jobjectArray array = env->NewObjectArray(static_cast<jsize>(lines.size()), env->FindClass("java/lang/String"), nullptr);
  for (size_t i = 0; array != nullptr && i < lines.size(); i++) {
    jstring line = env->NewStringUTF(lines[i].c_str());
    env->SetObjectArrayElement(array, static_cast<jsize>(i), line);
    env->DeleteLocalRef(line);
  }
  return array;
}

void refuse(JNIEnv* env, const std::string& message) {
  env->ThrowNew(env->FindClass("java/lang/IllegalArgumentException"), message.c_str());
}

}  // namespace

extern "C" {

JNIEXPORT jstring JNICALL Java_org_lierne_spirv_tools_JniSpirvTools_softwareVersion(JNIEnv* env, jclass) {
  return env->NewStringUTF(spvSoftwareVersionString());
}

JNIEXPORT jintArray JNICALL Java_org_lierne_spirv_tools_JniSpirvTools_assembleText(JNIEnv* env, jclass, jstring text) {
  spvtools::SpirvTools tools(kEnvironment);
  Log log;
  log.attach(tools);
  Words words;
  if (!tools.Assemble(toString(env, text), &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS)) {
    refuse(env, log.text("the text is not SPIR-V assembly"));
    return nullptr;
  }
  return toArray(env, words);
}

JNIEXPORT jobjectArray JNICALL Java_org_lierne_spirv_tools_JniSpirvTools_findings(JNIEnv* env, jclass, jintArray module) {
  spvtools::SpirvTools tools(kEnvironment);
  Log log;
  log.attach(tools);
  const Words words = toWords(env, module);
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(true);
  if (tools.Validate(words.data(), words.size(), options)) return toArray(env, std::vector<std::string>());
  if (log.lines().empty()) return toArray(env, std::vector<std::string>{"the module is not valid"});
  return toArray(env, log.lines());
}

JNIEXPORT jintArray JNICALL Java_org_lierne_spirv_tools_JniSpirvTools_run(JNIEnv* env, jclass, jintArray module, jobjectArray passes) {
  spvtools::Optimizer optimizer(kEnvironment);
  Log log;
  log.attach(optimizer);
  const jsize count = env->GetArrayLength(passes);
  std::vector<std::string> flags;
  for (jsize i = 0; i < count; i++) {
    auto flag = static_cast<jstring>(env->GetObjectArrayElement(passes, i));
    flags.push_back(toString(env, flag));
    env->DeleteLocalRef(flag);
  }
  if (!optimizer.RegisterPassesFromFlags(flags)) {
    refuse(env, log.text("unknown optimiser pass"));
    return nullptr;
  }
  const Words in = toWords(env, module);
  Words out;
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  if (!optimizer.Run(in.data(), in.size(), &out, options)) {
    refuse(env, log.text("the optimiser gave up"));
    return nullptr;
  }
  return toArray(env, out);
}

JNIEXPORT jstring JNICALL Java_org_lierne_spirv_tools_JniSpirvTools_print(JNIEnv* env, jclass, jintArray module) {
  spvtools::SpirvTools tools(kEnvironment);
  Log log;
  log.attach(tools);
  std::string text;
  const uint32_t options = SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
  if (!tools.Disassemble(toWords(env, module), &text, options)) {
    refuse(env, log.text("the words are not a module"));
    return nullptr;
  }
  return env->NewStringUTF(text.c_str());
}

}  // extern "C"
