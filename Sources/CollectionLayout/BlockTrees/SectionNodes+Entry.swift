extension SectionNodes {
    /// A section, and where its nodes stand in the arenas.
    struct Entry: BitwiseCopyable {
        /// Index of its layout.
        var layout: Int32 = 0
        /// How many lanes that has, if they can move apart, and how many numbers its state; where chains of rows are known, how many
        /// of a block, and 0.
        var lanes: Int16 = 1
        var stateCount: Int16 = 0
        /// How many chains of rows are known of a node above the blocks, in place of frames; ``noChains(_:)`` if none are.
        var chains: Int16 = 0
        /// Whether items fill the lanes in turn.
        var turnsLanes = false
        /// Whether rows are too long for chains.
        var refusesChains = false
        /// Whether items or their values have changed since they were placed.
        var isTouched = false
        /// Whether its elements beside the items are other ones.
        var isRenewed = false
        /// The handle of its first block as prepared.
        var firstFrame: UInt32 = 0
        /// The leaf where blocks have come last; beside no leaf if none have.
        var lastSlot = Int32.min
        /// Where its elements beside the items stand, and how many there are.
        var firstSupplementary = 0
        var supplementaryCount: Int32 = 0
        private var slots: Int32 = 0
        /// Where the numbers of its nodes begin; chains that are not lanes stand before them.
        var firstNumber = 0
        /// Where the section begins, less the shifts of its leaf among the sections; its length along the axis.
        var offset = 0.0
        var extent = 0.0

        init() {}

        /// A section without nodes.
        init(layout: Int32, _ resolved: ResolvedLayout) {
            self.layout = layout
            lanes = Int16(resolved.laneCount)
            turnsLanes = resolved.turnsLanes
            chains = Self.noChains(resolved)
            stateCount = Int16(resolved.stateCount)
        }

        /// What there is if no chains are known: whether blocks are told apart across the axis, too.
        static func noChains(_ layout: ResolvedLayout) -> Int16 {
            layout.isBroad && layout.laneCount == 1 ? Int16(ShiftTree.broad) : 0
        }

        /// Leaves of its tree, with and without a block.
        @inline(__always)
        var slotCount: Int {
            get { Int(slots) }
            set { slots = Int32(newValue) }
        }

        /// Where its elements beside the items stand.
        @inline(__always)
        var supplementaries: Range<Int> {
            Range(uncheckedBounds: (firstSupplementary, firstSupplementary &+ Int(supplementaryCount)))
        }

        /// The tree over its blocks.
        @inline(__always)
        var tree: ShiftTree {
            ShiftTree(count: slotCount, lanes: Int(lanes), turns: turnsLanes, chains: Int(chains))
        }

        /// See ``ShiftTree/numberCountBefore``: most often there are none, which takes no tree to know.
        @inline(__always)
        var numberCountBefore: Int { chains == 0 ? 0 : tree.numberCountBefore }

        /// Whether chains of rows are known, and no frames.
        @inline(__always)
        var isChained: Bool { chains > 0 }
    }

    /// Where the frames of a block are, and for how many there is room.
    struct Block: BitwiseCopyable {
        var handle: UInt32 = 0
        var capacity: UInt32 = 0
    }
}
