package org.lierne.recompiler.core.spirv;

/** The SPIR-V vocabulary. Generated from the published grammar by VocabularyText; do not edit. */
final class Spv {
    static final int MAGIC = 0x07230203;
    static final int VERSION_1_6 = 0x00010600;

    private Spv() {}

    /** Something with a number in the grammar. */
    interface Coded {
        int code();
    }

    /** Instructions, with whether they have a type and a result. */
    enum Op implements Coded {
        OpNop(0, false, false),
        OpUndef(1, true, true),
        OpSourceContinued(2, false, false),
        OpSource(3, false, false),
        OpSourceExtension(4, false, false),
        OpName(5, false, false),
        OpMemberName(6, false, false),
        OpString(7, false, true),
        OpLine(8, false, false),
        OpExtension(10, false, false),
        OpExtInstImport(11, false, true),
        OpExtInst(12, true, true),
        OpMemoryModel(14, false, false),
        OpEntryPoint(15, false, false),
        OpExecutionMode(16, false, false),
        OpCapability(17, false, false),
        OpTypeVoid(19, false, true),
        OpTypeBool(20, false, true),
        OpTypeInt(21, false, true),
        OpTypeFloat(22, false, true),
        OpTypeVector(23, false, true),
        OpTypeMatrix(24, false, true),
        OpTypeImage(25, false, true),
        OpTypeSampler(26, false, true),
        OpTypeSampledImage(27, false, true),
        OpTypeArray(28, false, true),
        OpTypeRuntimeArray(29, false, true),
        OpTypeStruct(30, false, true),
        OpTypeOpaque(31, false, true),
        OpTypePointer(32, false, true),
        OpTypeFunction(33, false, true),
        OpTypeEvent(34, false, true),
        OpTypeDeviceEvent(35, false, true),
        OpTypeReserveId(36, false, true),
        OpTypeQueue(37, false, true),
        OpTypePipe(38, false, true),
        OpTypeForwardPointer(39, false, false),
        OpConstantTrue(41, true, true),
        OpConstantFalse(42, true, true),
        OpConstant(43, true, true),
        OpConstantComposite(44, true, true),
        OpConstantSampler(45, true, true),
        OpConstantNull(46, true, true),
        OpSpecConstantTrue(48, true, true),
        OpSpecConstantFalse(49, true, true),
        OpSpecConstant(50, true, true),
        OpSpecConstantComposite(51, true, true),
        OpSpecConstantOp(52, true, true),
        OpFunction(54, true, true),
        OpFunctionParameter(55, true, true),
        OpFunctionEnd(56, false, false),
        OpFunctionCall(57, true, true),
        OpVariable(59, true, true),
        OpImageTexelPointer(60, true, true),
        OpLoad(61, true, true),
        OpStore(62, false, false),
        OpCopyMemory(63, false, false),
        OpCopyMemorySized(64, false, false),
        OpAccessChain(65, true, true),
        OpInBoundsAccessChain(66, true, true),
        OpPtrAccessChain(67, true, true),
        OpArrayLength(68, true, true),
        OpGenericPtrMemSemantics(69, true, true),
        OpInBoundsPtrAccessChain(70, true, true),
        OpDecorate(71, false, false),
        OpMemberDecorate(72, false, false),
        OpDecorationGroup(73, false, true),
        OpGroupDecorate(74, false, false),
        OpGroupMemberDecorate(75, false, false),
        OpVectorExtractDynamic(77, true, true),
        OpVectorInsertDynamic(78, true, true),
        OpVectorShuffle(79, true, true),
        OpCompositeConstruct(80, true, true),
        OpCompositeExtract(81, true, true),
        OpCompositeInsert(82, true, true),
        OpCopyObject(83, true, true),
        OpTranspose(84, true, true),
        OpSampledImage(86, true, true),
        OpImageSampleImplicitLod(87, true, true),
        OpImageSampleExplicitLod(88, true, true),
        OpImageSampleDrefImplicitLod(89, true, true),
        OpImageSampleDrefExplicitLod(90, true, true),
        OpImageSampleProjImplicitLod(91, true, true),
        OpImageSampleProjExplicitLod(92, true, true),
        OpImageSampleProjDrefImplicitLod(93, true, true),
        OpImageSampleProjDrefExplicitLod(94, true, true),
        OpImageFetch(95, true, true),
        OpImageGather(96, true, true),
        OpImageDrefGather(97, true, true),
        OpImageRead(98, true, true),
        OpImageWrite(99, false, false),
        OpImage(100, true, true),
        OpImageQueryFormat(101, true, true),
        OpImageQueryOrder(102, true, true),
        OpImageQuerySizeLod(103, true, true),
        OpImageQuerySize(104, true, true),
        OpImageQueryLod(105, true, true),
        OpImageQueryLevels(106, true, true),
        OpImageQuerySamples(107, true, true),
        OpConvertFToU(109, true, true),
        OpConvertFToS(110, true, true),
        OpConvertSToF(111, true, true),
        OpConvertUToF(112, true, true),
        OpUConvert(113, true, true),
        OpSConvert(114, true, true),
        OpFConvert(115, true, true),
        OpQuantizeToF16(116, true, true),
        OpConvertPtrToU(117, true, true),
        OpSatConvertSToU(118, true, true),
        OpSatConvertUToS(119, true, true),
        OpConvertUToPtr(120, true, true),
        OpPtrCastToGeneric(121, true, true),
        OpGenericCastToPtr(122, true, true),
        OpGenericCastToPtrExplicit(123, true, true),
        OpBitcast(124, true, true),
        OpSNegate(126, true, true),
        OpFNegate(127, true, true),
        OpIAdd(128, true, true),
        OpFAdd(129, true, true),
        OpISub(130, true, true),
        OpFSub(131, true, true),
        OpIMul(132, true, true),
        OpFMul(133, true, true),
        OpUDiv(134, true, true),
        OpSDiv(135, true, true),
        OpFDiv(136, true, true),
        OpUMod(137, true, true),
        OpSRem(138, true, true),
        OpSMod(139, true, true),
        OpFRem(140, true, true),
        OpFMod(141, true, true),
        OpVectorTimesScalar(142, true, true),
        OpMatrixTimesScalar(143, true, true),
        OpVectorTimesMatrix(144, true, true),
        OpMatrixTimesVector(145, true, true),
        OpMatrixTimesMatrix(146, true, true),
        OpOuterProduct(147, true, true),
        OpDot(148, true, true),
        OpIAddCarry(149, true, true),
        OpISubBorrow(150, true, true),
        OpUMulExtended(151, true, true),
        OpSMulExtended(152, true, true),
        OpAny(154, true, true),
        OpAll(155, true, true),
        OpIsNan(156, true, true),
        OpIsInf(157, true, true),
        OpIsFinite(158, true, true),
        OpIsNormal(159, true, true),
        OpSignBitSet(160, true, true),
        OpLessOrGreater(161, true, true),
        OpOrdered(162, true, true),
        OpUnordered(163, true, true),
        OpLogicalEqual(164, true, true),
        OpLogicalNotEqual(165, true, true),
        OpLogicalOr(166, true, true),
        OpLogicalAnd(167, true, true),
        OpLogicalNot(168, true, true),
        OpSelect(169, true, true),
        OpIEqual(170, true, true),
        OpINotEqual(171, true, true),
        OpUGreaterThan(172, true, true),
        OpSGreaterThan(173, true, true),
        OpUGreaterThanEqual(174, true, true),
        OpSGreaterThanEqual(175, true, true),
        OpULessThan(176, true, true),
        OpSLessThan(177, true, true),
        OpULessThanEqual(178, true, true),
        OpSLessThanEqual(179, true, true),
        OpFOrdEqual(180, true, true),
        OpFUnordEqual(181, true, true),
        OpFOrdNotEqual(182, true, true),
        OpFUnordNotEqual(183, true, true),
        OpFOrdLessThan(184, true, true),
        OpFUnordLessThan(185, true, true),
        OpFOrdGreaterThan(186, true, true),
        OpFUnordGreaterThan(187, true, true),
        OpFOrdLessThanEqual(188, true, true),
        OpFUnordLessThanEqual(189, true, true),
        OpFOrdGreaterThanEqual(190, true, true),
        OpFUnordGreaterThanEqual(191, true, true),
        OpShiftRightLogical(194, true, true),
        OpShiftRightArithmetic(195, true, true),
        OpShiftLeftLogical(196, true, true),
        OpBitwiseOr(197, true, true),
        OpBitwiseXor(198, true, true),
        OpBitwiseAnd(199, true, true),
        OpNot(200, true, true),
        OpBitFieldInsert(201, true, true),
        OpBitFieldSExtract(202, true, true),
        OpBitFieldUExtract(203, true, true),
        OpBitReverse(204, true, true),
        OpBitCount(205, true, true),
        OpDPdx(207, true, true),
        OpDPdy(208, true, true),
        OpFwidth(209, true, true),
        OpDPdxFine(210, true, true),
        OpDPdyFine(211, true, true),
        OpFwidthFine(212, true, true),
        OpDPdxCoarse(213, true, true),
        OpDPdyCoarse(214, true, true),
        OpFwidthCoarse(215, true, true),
        OpEmitVertex(218, false, false),
        OpEndPrimitive(219, false, false),
        OpEmitStreamVertex(220, false, false),
        OpEndStreamPrimitive(221, false, false),
        OpControlBarrier(224, false, false),
        OpMemoryBarrier(225, false, false),
        OpAtomicLoad(227, true, true),
        OpAtomicStore(228, false, false),
        OpAtomicExchange(229, true, true),
        OpAtomicCompareExchange(230, true, true),
        OpAtomicCompareExchangeWeak(231, true, true),
        OpAtomicIIncrement(232, true, true),
        OpAtomicIDecrement(233, true, true),
        OpAtomicIAdd(234, true, true),
        OpAtomicISub(235, true, true),
        OpAtomicSMin(236, true, true),
        OpAtomicUMin(237, true, true),
        OpAtomicSMax(238, true, true),
        OpAtomicUMax(239, true, true),
        OpAtomicAnd(240, true, true),
        OpAtomicOr(241, true, true),
        OpAtomicXor(242, true, true),
        OpPhi(245, true, true),
        OpLoopMerge(246, false, false),
        OpSelectionMerge(247, false, false),
        OpLabel(248, false, true),
        OpBranch(249, false, false),
        OpBranchConditional(250, false, false),
        OpSwitch(251, false, false),
        OpKill(252, false, false),
        OpReturn(253, false, false),
        OpReturnValue(254, false, false),
        OpUnreachable(255, false, false),
        OpLifetimeStart(256, false, false),
        OpLifetimeStop(257, false, false),
        OpGroupAsyncCopy(259, true, true),
        OpGroupWaitEvents(260, false, false),
        OpGroupAll(261, true, true),
        OpGroupAny(262, true, true),
        OpGroupBroadcast(263, true, true),
        OpGroupIAdd(264, true, true),
        OpGroupFAdd(265, true, true),
        OpGroupFMin(266, true, true),
        OpGroupUMin(267, true, true),
        OpGroupSMin(268, true, true),
        OpGroupFMax(269, true, true),
        OpGroupUMax(270, true, true),
        OpGroupSMax(271, true, true),
        OpReadPipe(274, true, true),
        OpWritePipe(275, true, true),
        OpReservedReadPipe(276, true, true),
        OpReservedWritePipe(277, true, true),
        OpReserveReadPipePackets(278, true, true),
        OpReserveWritePipePackets(279, true, true),
        OpCommitReadPipe(280, false, false),
        OpCommitWritePipe(281, false, false),
        OpIsValidReserveId(282, true, true),
        OpGetNumPipePackets(283, true, true),
        OpGetMaxPipePackets(284, true, true),
        OpGroupReserveReadPipePackets(285, true, true),
        OpGroupReserveWritePipePackets(286, true, true),
        OpGroupCommitReadPipe(287, false, false),
        OpGroupCommitWritePipe(288, false, false),
        OpEnqueueMarker(291, true, true),
        OpEnqueueKernel(292, true, true),
        OpGetKernelNDrangeSubGroupCount(293, true, true),
        OpGetKernelNDrangeMaxSubGroupSize(294, true, true),
        OpGetKernelWorkGroupSize(295, true, true),
        OpGetKernelPreferredWorkGroupSizeMultiple(296, true, true),
        OpRetainEvent(297, false, false),
        OpReleaseEvent(298, false, false),
        OpCreateUserEvent(299, true, true),
        OpIsValidEvent(300, true, true),
        OpSetUserEventStatus(301, false, false),
        OpCaptureEventProfilingInfo(302, false, false),
        OpGetDefaultQueue(303, true, true),
        OpBuildNDRange(304, true, true),
        OpImageSparseSampleImplicitLod(305, true, true),
        OpImageSparseSampleExplicitLod(306, true, true),
        OpImageSparseSampleDrefImplicitLod(307, true, true),
        OpImageSparseSampleDrefExplicitLod(308, true, true),
        OpImageSparseSampleProjImplicitLod(309, true, true),
        OpImageSparseSampleProjExplicitLod(310, true, true),
        OpImageSparseSampleProjDrefImplicitLod(311, true, true),
        OpImageSparseSampleProjDrefExplicitLod(312, true, true),
        OpImageSparseFetch(313, true, true),
        OpImageSparseGather(314, true, true),
        OpImageSparseDrefGather(315, true, true),
        OpImageSparseTexelsResident(316, true, true),
        OpNoLine(317, false, false),
        OpAtomicFlagTestAndSet(318, true, true),
        OpAtomicFlagClear(319, false, false),
        OpImageSparseRead(320, true, true),
        OpSizeOf(321, true, true),
        OpTypePipeStorage(322, false, true),
        OpConstantPipeStorage(323, true, true),
        OpCreatePipeFromPipeStorage(324, true, true),
        OpGetKernelLocalSizeForSubgroupCount(325, true, true),
        OpGetKernelMaxNumSubgroups(326, true, true),
        OpTypeNamedBarrier(327, false, true),
        OpNamedBarrierInitialize(328, true, true),
        OpMemoryNamedBarrier(329, false, false),
        OpModuleProcessed(330, false, false),
        OpExecutionModeId(331, false, false),
        OpDecorateId(332, false, false),
        OpGroupNonUniformElect(333, true, true),
        OpGroupNonUniformAll(334, true, true),
        OpGroupNonUniformAny(335, true, true),
        OpGroupNonUniformAllEqual(336, true, true),
        OpGroupNonUniformBroadcast(337, true, true),
        OpGroupNonUniformBroadcastFirst(338, true, true),
        OpGroupNonUniformBallot(339, true, true),
        OpGroupNonUniformInverseBallot(340, true, true),
        OpGroupNonUniformBallotBitExtract(341, true, true),
        OpGroupNonUniformBallotBitCount(342, true, true),
        OpGroupNonUniformBallotFindLSB(343, true, true),
        OpGroupNonUniformBallotFindMSB(344, true, true),
        OpGroupNonUniformShuffle(345, true, true),
        OpGroupNonUniformShuffleXor(346, true, true),
        OpGroupNonUniformShuffleUp(347, true, true),
        OpGroupNonUniformShuffleDown(348, true, true),
        OpGroupNonUniformIAdd(349, true, true),
        OpGroupNonUniformFAdd(350, true, true),
        OpGroupNonUniformIMul(351, true, true),
        OpGroupNonUniformFMul(352, true, true),
        OpGroupNonUniformSMin(353, true, true),
        OpGroupNonUniformUMin(354, true, true),
        OpGroupNonUniformFMin(355, true, true),
        OpGroupNonUniformSMax(356, true, true),
        OpGroupNonUniformUMax(357, true, true),
        OpGroupNonUniformFMax(358, true, true),
        OpGroupNonUniformBitwiseAnd(359, true, true),
        OpGroupNonUniformBitwiseOr(360, true, true),
        OpGroupNonUniformBitwiseXor(361, true, true),
        OpGroupNonUniformLogicalAnd(362, true, true),
        OpGroupNonUniformLogicalOr(363, true, true),
        OpGroupNonUniformLogicalXor(364, true, true),
        OpGroupNonUniformQuadBroadcast(365, true, true),
        OpGroupNonUniformQuadSwap(366, true, true),
        OpCopyLogical(400, true, true),
        OpPtrEqual(401, true, true),
        OpPtrNotEqual(402, true, true),
        OpPtrDiff(403, true, true),
        OpTerminateInvocation(4416, false, false),
        OpSubgroupBallotKHR(4421, true, true),
        OpSubgroupFirstInvocationKHR(4422, true, true),
        OpSubgroupAllKHR(4428, true, true),
        OpSubgroupAnyKHR(4429, true, true),
        OpSubgroupAllEqualKHR(4430, true, true),
        OpGroupNonUniformRotateKHR(4431, true, true),
        OpSubgroupReadInvocationKHR(4432, true, true),
        OpTraceRayKHR(4445, false, false),
        OpExecuteCallableKHR(4446, false, false),
        OpConvertUToAccelerationStructureKHR(4447, true, true),
        OpIgnoreIntersectionKHR(4448, false, false),
        OpTerminateRayKHR(4449, false, false),
        OpSDot(4450, true, true),
        OpSDotKHR(4450, true, true),
        OpUDot(4451, true, true),
        OpUDotKHR(4451, true, true),
        OpSUDot(4452, true, true),
        OpSUDotKHR(4452, true, true),
        OpSDotAccSat(4453, true, true),
        OpSDotAccSatKHR(4453, true, true),
        OpUDotAccSat(4454, true, true),
        OpUDotAccSatKHR(4454, true, true),
        OpSUDotAccSat(4455, true, true),
        OpSUDotAccSatKHR(4455, true, true),
        OpTypeRayQueryKHR(4472, false, true),
        OpRayQueryInitializeKHR(4473, false, false),
        OpRayQueryTerminateKHR(4474, false, false),
        OpRayQueryGenerateIntersectionKHR(4475, false, false),
        OpRayQueryConfirmIntersectionKHR(4476, false, false),
        OpRayQueryProceedKHR(4477, true, true),
        OpRayQueryGetIntersectionTypeKHR(4479, true, true),
        OpReadClockKHR(5056, true, true),
        OpEmitMeshTasksEXT(5294, false, false),
        OpSetMeshOutputsEXT(5295, false, false),
        OpReportIntersectionKHR(5334, true, true),
        OpTypeAccelerationStructureKHR(5341, false, true),
        OpBeginInvocationInterlockEXT(5364, false, false),
        OpEndInvocationInterlockEXT(5365, false, false),
        OpDemoteToHelperInvocation(5380, false, false),
        OpDemoteToHelperInvocationEXT(5380, false, false),
        OpIsHelperInvocationEXT(5381, true, true),
        OpAtomicFMinEXT(5614, true, true),
        OpAtomicFMaxEXT(5615, true, true),
        OpAssumeTrueKHR(5630, false, false),
        OpExpectKHR(5631, true, true),
        OpDecorateString(5632, false, false),
        OpMemberDecorateString(5633, false, false),
        OpRayQueryGetRayTMinKHR(6016, true, true),
        OpRayQueryGetRayFlagsKHR(6017, true, true),
        OpRayQueryGetIntersectionTKHR(6018, true, true),
        OpRayQueryGetIntersectionInstanceCustomIndexKHR(6019, true, true),
        OpRayQueryGetIntersectionInstanceIdKHR(6020, true, true),
        OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR(6021, true, true),
        OpRayQueryGetIntersectionGeometryIndexKHR(6022, true, true),
        OpRayQueryGetIntersectionPrimitiveIndexKHR(6023, true, true),
        OpRayQueryGetIntersectionBarycentricsKHR(6024, true, true),
        OpRayQueryGetIntersectionFrontFaceKHR(6025, true, true),
        OpRayQueryGetIntersectionCandidateAABBOpaqueKHR(6026, true, true),
        OpRayQueryGetIntersectionObjectRayDirectionKHR(6027, true, true),
        OpRayQueryGetIntersectionObjectRayOriginKHR(6028, true, true),
        OpRayQueryGetWorldRayDirectionKHR(6029, true, true),
        OpRayQueryGetWorldRayOriginKHR(6030, true, true),
        OpRayQueryGetIntersectionObjectToWorldKHR(6031, true, true),
        OpRayQueryGetIntersectionWorldToObjectKHR(6032, true, true),
        OpAtomicFAddEXT(6035, true, true),
        OpGroupIMulKHR(6401, true, true),
        OpGroupFMulKHR(6402, true, true),
        OpGroupBitwiseAndKHR(6403, true, true),
        OpGroupBitwiseOrKHR(6404, true, true),
        OpGroupBitwiseXorKHR(6405, true, true),
        OpGroupLogicalAndKHR(6406, true, true),
        OpGroupLogicalOrKHR(6407, true, true),
        OpGroupLogicalXorKHR(6408, true, true);

        private final int code;
        private final boolean typed;
        private final boolean result;

        Op(int code, boolean typed, boolean result) {
            this.code = code;
            this.typed = typed;
            this.result = result;
        }

        @Override
        public int code() {
            return code;
        }

        boolean isTyped() {
            return typed;
        }

        boolean hasResult() {
            return result;
        }
    }

    /** ImageOperands of the grammar. */
    enum ImageOperands implements Coded {
        None(0x0000),
        Bias(0x0001),
        Lod(0x0002),
        Grad(0x0004),
        ConstOffset(0x0008),
        Offset(0x0010),
        ConstOffsets(0x0020),
        Sample(0x0040),
        MinLod(0x0080),
        MakeTexelAvailable(0x0100),
        MakeTexelAvailableKHR(0x0100),
        MakeTexelVisible(0x0200),
        MakeTexelVisibleKHR(0x0200),
        NonPrivateTexel(0x0400),
        NonPrivateTexelKHR(0x0400),
        VolatileTexel(0x0800),
        VolatileTexelKHR(0x0800),
        SignExtend(0x1000),
        ZeroExtend(0x2000),
        Nontemporal(0x4000),
        Offsets(0x10000);

        private final int code;

        ImageOperands(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** SelectionControl of the grammar. */
    enum SelectionControl implements Coded {
        None(0x0000),
        Flatten(0x0001),
        DontFlatten(0x0002);

        private final int code;

        SelectionControl(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** LoopControl of the grammar. */
    enum LoopControl implements Coded {
        None(0x0000),
        Unroll(0x0001),
        DontUnroll(0x0002),
        DependencyInfinite(0x0004),
        DependencyLength(0x0008),
        MinIterations(0x0010),
        MaxIterations(0x0020),
        IterationMultiple(0x0040),
        PeelCount(0x0080),
        PartialCount(0x0100);

        private final int code;

        LoopControl(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** FunctionControl of the grammar. */
    enum FunctionControl implements Coded {
        None(0x0000),
        Inline(0x0001),
        DontInline(0x0002),
        Pure(0x0004),
        Const(0x0008);

        private final int code;

        FunctionControl(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** MemorySemantics of the grammar. */
    enum MemorySemantics implements Coded {
        Relaxed(0x0000),
        None(0x0000),
        Acquire(0x0002),
        Release(0x0004),
        AcquireRelease(0x0008),
        SequentiallyConsistent(0x0010),
        UniformMemory(0x0040),
        SubgroupMemory(0x0080),
        WorkgroupMemory(0x0100),
        CrossWorkgroupMemory(0x0200),
        AtomicCounterMemory(0x0400),
        ImageMemory(0x0800),
        OutputMemory(0x1000),
        OutputMemoryKHR(0x1000),
        MakeAvailable(0x2000),
        MakeAvailableKHR(0x2000),
        MakeVisible(0x4000),
        MakeVisibleKHR(0x4000),
        Volatile(0x8000);

        private final int code;

        MemorySemantics(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** MemoryAccess of the grammar. */
    enum MemoryAccess implements Coded {
        None(0x0000),
        Volatile(0x0001),
        Aligned(0x0002),
        Nontemporal(0x0004),
        MakePointerAvailable(0x0008),
        MakePointerAvailableKHR(0x0008),
        MakePointerVisible(0x0010),
        MakePointerVisibleKHR(0x0010),
        NonPrivatePointer(0x0020),
        NonPrivatePointerKHR(0x0020),
        AliasScopeINTELMask(0x10000);

        private final int code;

        MemoryAccess(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** SourceLanguage of the grammar. */
    enum SourceLanguage implements Coded {
        Unknown(0),
        ESSL(1),
        GLSL(2),
        OpenCL_C(3),
        OpenCL_CPP(4),
        HLSL(5),
        CPP_for_OpenCL(6),
        SYCL(7);

        private final int code;

        SourceLanguage(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** ExecutionModel of the grammar. */
    enum ExecutionModel implements Coded {
        Vertex(0),
        TessellationControl(1),
        TessellationEvaluation(2),
        Geometry(3),
        Fragment(4),
        GLCompute(5),
        Kernel(6),
        RayGenerationKHR(5313),
        IntersectionKHR(5314),
        AnyHitKHR(5315),
        ClosestHitKHR(5316),
        MissKHR(5317),
        CallableKHR(5318),
        TaskEXT(5364),
        MeshEXT(5365);

        private final int code;

        ExecutionModel(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** AddressingModel of the grammar. */
    enum AddressingModel implements Coded {
        Logical(0),
        Physical32(1),
        Physical64(2),
        PhysicalStorageBuffer64(5348),
        PhysicalStorageBuffer64EXT(5348);

        private final int code;

        AddressingModel(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** MemoryModel of the grammar. */
    enum MemoryModel implements Coded {
        Simple(0),
        GLSL450(1),
        OpenCL(2),
        Vulkan(3),
        VulkanKHR(3);

        private final int code;

        MemoryModel(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** ExecutionMode of the grammar. */
    enum ExecutionMode implements Coded {
        Invocations(0),
        SpacingEqual(1),
        SpacingFractionalEven(2),
        SpacingFractionalOdd(3),
        VertexOrderCw(4),
        VertexOrderCcw(5),
        PixelCenterInteger(6),
        OriginUpperLeft(7),
        OriginLowerLeft(8),
        EarlyFragmentTests(9),
        PointMode(10),
        Xfb(11),
        DepthReplacing(12),
        DepthGreater(14),
        DepthLess(15),
        DepthUnchanged(16),
        LocalSize(17),
        LocalSizeHint(18),
        InputPoints(19),
        InputLines(20),
        InputLinesAdjacency(21),
        Triangles(22),
        InputTrianglesAdjacency(23),
        Quads(24),
        Isolines(25),
        OutputVertices(26),
        OutputPoints(27),
        OutputLineStrip(28),
        OutputTriangleStrip(29),
        VecTypeHint(30),
        ContractionOff(31),
        Initializer(33),
        Finalizer(34),
        SubgroupSize(35),
        SubgroupsPerWorkgroup(36),
        SubgroupsPerWorkgroupId(37),
        LocalSizeId(38),
        LocalSizeHintId(39),
        SubgroupUniformControlFlowKHR(4421),
        PostDepthCoverage(4446),
        DenormPreserve(4459),
        DenormFlushToZero(4460),
        SignedZeroInfNanPreserve(4461),
        RoundingModeRTE(4462),
        RoundingModeRTZ(4463),
        StencilRefReplacingEXT(5027),
        OutputLinesEXT(5269),
        OutputPrimitivesEXT(5270),
        OutputTrianglesEXT(5298),
        PixelInterlockOrderedEXT(5366),
        PixelInterlockUnorderedEXT(5367),
        SampleInterlockOrderedEXT(5368),
        SampleInterlockUnorderedEXT(5369),
        ShadingRateInterlockOrderedEXT(5370),
        ShadingRateInterlockUnorderedEXT(5371);

        private final int code;

        ExecutionMode(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** StorageClass of the grammar. */
    enum StorageClass implements Coded {
        UniformConstant(0),
        Input(1),
        Uniform(2),
        Output(3),
        Workgroup(4),
        CrossWorkgroup(5),
        Private(6),
        Function(7),
        Generic(8),
        PushConstant(9),
        AtomicCounter(10),
        Image(11),
        StorageBuffer(12),
        CallableDataKHR(5328),
        IncomingCallableDataKHR(5329),
        RayPayloadKHR(5338),
        HitAttributeKHR(5339),
        IncomingRayPayloadKHR(5342),
        ShaderRecordBufferKHR(5343),
        PhysicalStorageBuffer(5349),
        PhysicalStorageBufferEXT(5349),
        TaskPayloadWorkgroupEXT(5402);

        private final int code;

        StorageClass(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** Dim of the grammar. */
    enum Dim implements Coded {
        Dim1D(0),
        Dim2D(1),
        Dim3D(2),
        Cube(3),
        Rect(4),
        Buffer(5),
        SubpassData(6);

        private final int code;

        Dim(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** ImageFormat of the grammar. */
    enum ImageFormat implements Coded {
        Unknown(0),
        Rgba32f(1),
        Rgba16f(2),
        R32f(3),
        Rgba8(4),
        Rgba8Snorm(5),
        Rg32f(6),
        Rg16f(7),
        R11fG11fB10f(8),
        R16f(9),
        Rgba16(10),
        Rgb10A2(11),
        Rg16(12),
        Rg8(13),
        R16(14),
        R8(15),
        Rgba16Snorm(16),
        Rg16Snorm(17),
        Rg8Snorm(18),
        R16Snorm(19),
        R8Snorm(20),
        Rgba32i(21),
        Rgba16i(22),
        Rgba8i(23),
        R32i(24),
        Rg32i(25),
        Rg16i(26),
        Rg8i(27),
        R16i(28),
        R8i(29),
        Rgba32ui(30),
        Rgba16ui(31),
        Rgba8ui(32),
        R32ui(33),
        Rgb10a2ui(34),
        Rg32ui(35),
        Rg16ui(36),
        Rg8ui(37),
        R16ui(38),
        R8ui(39),
        R64ui(40),
        R64i(41);

        private final int code;

        ImageFormat(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** Decoration of the grammar. */
    enum Decoration implements Coded {
        RelaxedPrecision(0),
        SpecId(1),
        Block(2),
        BufferBlock(3),
        RowMajor(4),
        ColMajor(5),
        ArrayStride(6),
        MatrixStride(7),
        GLSLShared(8),
        GLSLPacked(9),
        CPacked(10),
        BuiltIn(11),
        NoPerspective(13),
        Flat(14),
        Patch(15),
        Centroid(16),
        Sample(17),
        Invariant(18),
        Restrict(19),
        Aliased(20),
        Volatile(21),
        Constant(22),
        Coherent(23),
        NonWritable(24),
        NonReadable(25),
        Uniform(26),
        UniformId(27),
        SaturatedConversion(28),
        Stream(29),
        Location(30),
        Component(31),
        Index(32),
        Binding(33),
        DescriptorSet(34),
        Offset(35),
        XfbBuffer(36),
        XfbStride(37),
        FuncParamAttr(38),
        FPRoundingMode(39),
        FPFastMathMode(40),
        LinkageAttributes(41),
        NoContraction(42),
        InputAttachmentIndex(43),
        Alignment(44),
        MaxByteOffset(45),
        AlignmentId(46),
        MaxByteOffsetId(47),
        NoSignedWrap(4469),
        NoUnsignedWrap(4470),
        PerPrimitiveEXT(5271),
        PerVertexKHR(5285),
        NonUniform(5300),
        NonUniformEXT(5300),
        RestrictPointer(5355),
        RestrictPointerEXT(5355),
        AliasedPointer(5356),
        AliasedPointerEXT(5356),
        CounterBuffer(5634),
        UserSemantic(5635);

        private final int code;

        Decoration(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** BuiltIn of the grammar. */
    enum BuiltIn implements Coded {
        Position(0),
        PointSize(1),
        ClipDistance(3),
        CullDistance(4),
        VertexId(5),
        InstanceId(6),
        PrimitiveId(7),
        InvocationId(8),
        Layer(9),
        ViewportIndex(10),
        TessLevelOuter(11),
        TessLevelInner(12),
        TessCoord(13),
        PatchVertices(14),
        FragCoord(15),
        PointCoord(16),
        FrontFacing(17),
        SampleId(18),
        SamplePosition(19),
        SampleMask(20),
        FragDepth(22),
        HelperInvocation(23),
        NumWorkgroups(24),
        WorkgroupSize(25),
        WorkgroupId(26),
        LocalInvocationId(27),
        GlobalInvocationId(28),
        LocalInvocationIndex(29),
        WorkDim(30),
        GlobalSize(31),
        EnqueuedWorkgroupSize(32),
        GlobalOffset(33),
        GlobalLinearId(34),
        SubgroupSize(36),
        SubgroupMaxSize(37),
        NumSubgroups(38),
        NumEnqueuedSubgroups(39),
        SubgroupId(40),
        SubgroupLocalInvocationId(41),
        VertexIndex(42),
        InstanceIndex(43),
        SubgroupEqMask(4416),
        SubgroupEqMaskKHR(4416),
        SubgroupGeMask(4417),
        SubgroupGeMaskKHR(4417),
        SubgroupGtMask(4418),
        SubgroupGtMaskKHR(4418),
        SubgroupLeMask(4419),
        SubgroupLeMaskKHR(4419),
        SubgroupLtMask(4420),
        SubgroupLtMaskKHR(4420),
        BaseVertex(4424),
        BaseInstance(4425),
        DrawIndex(4426),
        PrimitiveShadingRateKHR(4432),
        DeviceIndex(4438),
        ViewIndex(4440),
        ShadingRateKHR(4444),
        FragStencilRefEXT(5014),
        FullyCoveredEXT(5264),
        BaryCoordKHR(5286),
        BaryCoordNoPerspKHR(5287),
        FragSizeEXT(5292),
        FragInvocationCountEXT(5293),
        PrimitivePointIndicesEXT(5294),
        PrimitiveLineIndicesEXT(5295),
        PrimitiveTriangleIndicesEXT(5296),
        CullPrimitiveEXT(5299),
        LaunchIdKHR(5319),
        LaunchSizeKHR(5320),
        WorldRayOriginKHR(5321),
        WorldRayDirectionKHR(5322),
        ObjectRayOriginKHR(5323),
        ObjectRayDirectionKHR(5324),
        RayTminKHR(5325),
        RayTmaxKHR(5326),
        InstanceCustomIndexKHR(5327),
        ObjectToWorldKHR(5330),
        WorldToObjectKHR(5331),
        HitKindKHR(5333),
        IncomingRayFlagsKHR(5351),
        RayGeometryIndexKHR(5352),
        CullMaskKHR(6021);

        private final int code;

        BuiltIn(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** Scope of the grammar. */
    enum Scope implements Coded {
        CrossDevice(0),
        Device(1),
        Workgroup(2),
        Subgroup(3),
        Invocation(4),
        QueueFamily(5),
        QueueFamilyKHR(5),
        ShaderCallKHR(6);

        private final int code;

        Scope(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** GroupOperation of the grammar. */
    enum GroupOperation implements Coded {
        Reduce(0),
        InclusiveScan(1),
        ExclusiveScan(2),
        ClusteredReduce(3);

        private final int code;

        GroupOperation(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** Capability of the grammar. */
    enum Capability implements Coded {
        Matrix(0),
        Shader(1),
        Geometry(2),
        Tessellation(3),
        Addresses(4),
        Linkage(5),
        Kernel(6),
        Vector16(7),
        Float16Buffer(8),
        Float16(9),
        Float64(10),
        Int64(11),
        Int64Atomics(12),
        ImageBasic(13),
        ImageReadWrite(14),
        ImageMipmap(15),
        Pipes(17),
        Groups(18),
        DeviceEnqueue(19),
        LiteralSampler(20),
        AtomicStorage(21),
        Int16(22),
        TessellationPointSize(23),
        GeometryPointSize(24),
        ImageGatherExtended(25),
        StorageImageMultisample(27),
        UniformBufferArrayDynamicIndexing(28),
        SampledImageArrayDynamicIndexing(29),
        StorageBufferArrayDynamicIndexing(30),
        StorageImageArrayDynamicIndexing(31),
        ClipDistance(32),
        CullDistance(33),
        ImageCubeArray(34),
        SampleRateShading(35),
        ImageRect(36),
        SampledRect(37),
        GenericPointer(38),
        Int8(39),
        InputAttachment(40),
        SparseResidency(41),
        MinLod(42),
        Sampled1D(43),
        Image1D(44),
        SampledCubeArray(45),
        SampledBuffer(46),
        ImageBuffer(47),
        ImageMSArray(48),
        StorageImageExtendedFormats(49),
        ImageQuery(50),
        DerivativeControl(51),
        InterpolationFunction(52),
        TransformFeedback(53),
        GeometryStreams(54),
        StorageImageReadWithoutFormat(55),
        StorageImageWriteWithoutFormat(56),
        MultiViewport(57),
        SubgroupDispatch(58),
        NamedBarrier(59),
        PipeStorage(60),
        GroupNonUniform(61),
        GroupNonUniformVote(62),
        GroupNonUniformArithmetic(63),
        GroupNonUniformBallot(64),
        GroupNonUniformShuffle(65),
        GroupNonUniformShuffleRelative(66),
        GroupNonUniformClustered(67),
        GroupNonUniformQuad(68),
        ShaderLayer(69),
        ShaderViewportIndex(70),
        UniformDecoration(71),
        FragmentShadingRateKHR(4422),
        SubgroupBallotKHR(4423),
        DrawParameters(4427),
        WorkgroupMemoryExplicitLayoutKHR(4428),
        WorkgroupMemoryExplicitLayout8BitAccessKHR(4429),
        WorkgroupMemoryExplicitLayout16BitAccessKHR(4430),
        SubgroupVoteKHR(4431),
        StorageBuffer16BitAccess(4433),
        StorageUniformBufferBlock16(4433),
        UniformAndStorageBuffer16BitAccess(4434),
        StorageUniform16(4434),
        StoragePushConstant16(4435),
        StorageInputOutput16(4436),
        DeviceGroup(4437),
        MultiView(4439),
        VariablePointersStorageBuffer(4441),
        VariablePointers(4442),
        AtomicStorageOps(4445),
        SampleMaskPostDepthCoverage(4447),
        StorageBuffer8BitAccess(4448),
        UniformAndStorageBuffer8BitAccess(4449),
        StoragePushConstant8(4450),
        DenormPreserve(4464),
        DenormFlushToZero(4465),
        SignedZeroInfNanPreserve(4466),
        RoundingModeRTE(4467),
        RoundingModeRTZ(4468),
        RayQueryProvisionalKHR(4471),
        RayQueryKHR(4472),
        RayTraversalPrimitiveCullingKHR(4478),
        RayTracingKHR(4479),
        StencilExportEXT(5013),
        Int64ImageEXT(5016),
        ShaderClockKHR(5055),
        ShaderViewportIndexLayerEXT(5254),
        FragmentFullyCoveredEXT(5265),
        MeshShadingEXT(5283),
        FragmentBarycentricKHR(5284),
        FragmentDensityEXT(5291),
        ShaderNonUniform(5301),
        ShaderNonUniformEXT(5301),
        RuntimeDescriptorArray(5302),
        RuntimeDescriptorArrayEXT(5302),
        InputAttachmentArrayDynamicIndexing(5303),
        InputAttachmentArrayDynamicIndexingEXT(5303),
        UniformTexelBufferArrayDynamicIndexing(5304),
        UniformTexelBufferArrayDynamicIndexingEXT(5304),
        StorageTexelBufferArrayDynamicIndexing(5305),
        StorageTexelBufferArrayDynamicIndexingEXT(5305),
        UniformBufferArrayNonUniformIndexing(5306),
        UniformBufferArrayNonUniformIndexingEXT(5306),
        SampledImageArrayNonUniformIndexing(5307),
        SampledImageArrayNonUniformIndexingEXT(5307),
        StorageBufferArrayNonUniformIndexing(5308),
        StorageBufferArrayNonUniformIndexingEXT(5308),
        StorageImageArrayNonUniformIndexing(5309),
        StorageImageArrayNonUniformIndexingEXT(5309),
        InputAttachmentArrayNonUniformIndexing(5310),
        InputAttachmentArrayNonUniformIndexingEXT(5310),
        UniformTexelBufferArrayNonUniformIndexing(5311),
        UniformTexelBufferArrayNonUniformIndexingEXT(5311),
        StorageTexelBufferArrayNonUniformIndexing(5312),
        StorageTexelBufferArrayNonUniformIndexingEXT(5312),
        VulkanMemoryModel(5345),
        VulkanMemoryModelKHR(5345),
        VulkanMemoryModelDeviceScope(5346),
        VulkanMemoryModelDeviceScopeKHR(5346),
        PhysicalStorageBufferAddresses(5347),
        PhysicalStorageBufferAddressesEXT(5347),
        RayTracingProvisionalKHR(5353),
        FragmentShaderSampleInterlockEXT(5363),
        FragmentShaderShadingRateInterlockEXT(5372),
        FragmentShaderPixelInterlockEXT(5378),
        DemoteToHelperInvocation(5379),
        DemoteToHelperInvocationEXT(5379),
        RayTracingOpacityMicromapEXT(5381),
        AtomicFloat32MinMaxEXT(5612),
        AtomicFloat64MinMaxEXT(5613),
        AtomicFloat16MinMaxEXT(5616),
        ExpectAssumeKHR(5629),
        DotProductInputAll(6016),
        DotProductInputAllKHR(6016),
        DotProductInput4x8Bit(6017),
        DotProductInput4x8BitKHR(6017),
        DotProductInput4x8BitPacked(6018),
        DotProductInput4x8BitPackedKHR(6018),
        DotProduct(6019),
        DotProductKHR(6019),
        RayCullMaskKHR(6020),
        BitInstructions(6025),
        GroupNonUniformRotateKHR(6026),
        AtomicFloat32AddEXT(6033),
        AtomicFloat64AddEXT(6034),
        AtomicFloat16AddEXT(6095),
        GroupUniformArithmeticKHR(6400);

        private final int code;

        Capability(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** GLSL.std.450 of the grammar. */
    enum Glsl implements Coded {
        Round(1),
        RoundEven(2),
        Trunc(3),
        FAbs(4),
        SAbs(5),
        FSign(6),
        SSign(7),
        Floor(8),
        Ceil(9),
        Fract(10),
        Radians(11),
        Degrees(12),
        Sin(13),
        Cos(14),
        Tan(15),
        Asin(16),
        Acos(17),
        Atan(18),
        Sinh(19),
        Cosh(20),
        Tanh(21),
        Asinh(22),
        Acosh(23),
        Atanh(24),
        Atan2(25),
        Pow(26),
        Exp(27),
        Log(28),
        Exp2(29),
        Log2(30),
        Sqrt(31),
        InverseSqrt(32),
        Determinant(33),
        MatrixInverse(34),
        Modf(35),
        ModfStruct(36),
        FMin(37),
        UMin(38),
        SMin(39),
        FMax(40),
        UMax(41),
        SMax(42),
        FClamp(43),
        UClamp(44),
        SClamp(45),
        FMix(46),
        IMix(47),
        Step(48),
        SmoothStep(49),
        Fma(50),
        Frexp(51),
        FrexpStruct(52),
        Ldexp(53),
        PackSnorm4x8(54),
        PackUnorm4x8(55),
        PackSnorm2x16(56),
        PackUnorm2x16(57),
        PackHalf2x16(58),
        PackDouble2x32(59),
        UnpackSnorm2x16(60),
        UnpackUnorm2x16(61),
        UnpackHalf2x16(62),
        UnpackSnorm4x8(63),
        UnpackUnorm4x8(64),
        UnpackDouble2x32(65),
        Length(66),
        Distance(67),
        Cross(68),
        Normalize(69),
        FaceForward(70),
        Reflect(71),
        Refract(72),
        FindILsb(73),
        FindSMsb(74),
        FindUMsb(75),
        InterpolateAtCentroid(76),
        InterpolateAtSample(77),
        InterpolateAtOffset(78),
        NMin(79),
        NMax(80),
        NClamp(81);

        private final int code;

        Glsl(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }
}
