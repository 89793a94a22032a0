// Runs the rows of a kit on this machine's first AMD GPU and prints what memory holds behind each; see README.md beside it.
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static void check(hipError_t status, const char* what) {
    if (status != hipSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(status));
        std::exit(1);
    }
}

static std::vector<uint32_t> words(std::istream& in) {
    std::string line;
    std::getline(in, line);
    std::istringstream text(line);
    size_t count = 0;
    text >> std::dec >> count;
    std::vector<uint32_t> all(count);
    for (uint32_t& word : all) {
        text >> std::hex >> word;
    }
    return all;
}

// A buffer descriptor's address: 48 bits in its first two words.
static void point(std::vector<uint32_t>& user, size_t at, const void* address) {
    uint64_t bits = reinterpret_cast<uint64_t>(address);
    user[at] = static_cast<uint32_t>(bits);
    user[at + 1] |= static_cast<uint32_t>(bits >> 32) & 0xffff;
}

static void print(const std::vector<uint32_t>& all) {
    for (size_t i = 0; i < all.size(); i++) {
        std::printf("%s%08x", i == 0 ? "" : " ", all[i]);
    }
}

int main() {
    hipDeviceProp_t device;
    check(hipGetDeviceProperties(&device, 0), "no device");
    int driver = 0;
    check(hipDriverGetVersion(&driver), "driver version");
    char date[32];
    std::time_t now = std::time(nullptr);
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    std::string chip = device.gcnArchName;
    std::printf("# oracle results 1\n# gfx %s\n# driver HIP %d, %s\n# date %s\n", chip.substr(0, chip.find(':')).c_str(), driver, device.name, date);

    std::map<int, hipModule_t> modules;
    std::ifstream jobs("jobs.txt");
    std::string head;
    while (std::getline(jobs, head)) {
        std::istringstream text(head);
        std::string id, kernel;
        int wave = 0, buffers = 0;
        text >> id >> kernel >> wave >> buffers;
        std::vector<uint32_t> user = words(jobs), state = words(jobs), memory = words(jobs);
        if (modules.count(wave) == 0) {
            check(hipModuleLoad(&modules[wave], ("kernels" + std::to_string(wave) + ".hsaco").c_str()), "kernels");
        }
        hipFunction_t function;
        check(hipModuleGetFunction(&function, modules[wave], kernel.c_str()), kernel.c_str());
        uint32_t *onUser, *onState, *onMemory;
        size_t stateBytes = state.empty() ? 4 : 4 * state.size();
        check(hipMalloc(&onUser, 4 * user.size()), "memory");
        check(hipMalloc(&onState, stateBytes), "memory");
        check(hipMalloc(&onMemory, 4 * memory.size()), "memory");
        for (int i = 0; i < buffers; i++) {
            point(user, 4 * i, onMemory);
        }
        point(user, 4 * buffers, onState);
        check(hipMemcpy(onUser, user.data(), 4 * user.size(), hipMemcpyHostToDevice), "copy");
        check(hipMemcpy(onState, state.data(), 4 * state.size(), hipMemcpyHostToDevice), "copy");
        check(hipMemcpy(onMemory, memory.data(), 4 * memory.size(), hipMemcpyHostToDevice), "copy");
        void* arguments[] = {&onUser};
        check(hipModuleLaunchKernel(function, 1, 1, 1, wave, 1, 1, 0, nullptr, arguments, nullptr), id.c_str());
        check(hipDeviceSynchronize(), id.c_str());
        check(hipMemcpy(state.data(), onState, 4 * state.size(), hipMemcpyDeviceToHost), "copy");
        check(hipMemcpy(memory.data(), onMemory, 4 * memory.size(), hipMemcpyDeviceToHost), "copy");
        std::printf("%s\t", id.c_str());
        print(state);
        std::printf("\t");
        print(memory);
        std::printf("\n");
        check(hipFree(onUser), "free");
        check(hipFree(onState), "free");
        check(hipFree(onMemory), "free");
    }
    return 0;
}
