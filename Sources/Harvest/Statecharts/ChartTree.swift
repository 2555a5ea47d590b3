extension Statechart {
  /// A chart that has been checked, with its states by their place in the text: outer ones before their inner ones.
  ///
  /// So the states in one are those from the next place up to its `end`.
  final class Tree {
    struct Place {
      let name: Name
      let kind: Node.Kind
      /// Nil for an outermost one.
      let parent: Int?
      var end = 0
      var children: [Int] = []
      /// Where it begins; nil for a parallel one, and for one without inner ones.
      var initial: Int?
      var entries: [Entry] = []
      var exits: [(inout State) -> Effect] = []
      var delays: [(Duration, Input)] = []
      /// What its effects are cancelled by.
      let scope: EffectScope
      var transitions: [Transition] = []
      /// Whether a history leads back to it, and then whether a deep one does.
      var memory: Memory = .none

      var isParallel: Bool { kind == .parallel }
      var hasScope: Bool { !delays.isEmpty || entries.contains(where: \.isCancelledOnExit) }
    }

    enum Memory: Int {
      case none
      case shallow
      case deep
    }

    struct Transition {
      /// Its place among all transitions of the chart.
      let index: Int
      let source: Int
      /// The state that it leads to, or to whose history; nil when it leads nowhere.
      let target: Int?
      let isHistory: Bool
      /// The state that stays active while what is in it is left and entered; nil for the chart itself.
      let domain: Int?
      /// What is left, as far as it is active.
      let exits: Range<Int>
      let draft: Draft
      let summary: StatechartTransition<Name>
    }

    let states: [Place]
    let places: [Name: Int]
    let roots: [Int]
    let initial: Int

    init(_ nodes: [Node]) throws(StatechartError) {
      var draft = TreeDraft()
      try draft.add(nodes)
      try draft.link()
      states = draft.states
      places = draft.places
      roots = draft.roots
      initial = draft.initial
    }

    // MARK: Kinship

    /// Whether a state is in another.
    func isInside(_ inner: Int, _ outer: Int) -> Bool {
      inner > outer && inner < states[outer].end
    }

    /// Whether a state is another, or in it.
    func isAtOrInside(_ inner: Int, _ outer: Int) -> Bool {
      inner >= outer && inner < states[outer].end
    }
  }
}
