extension Statechart {
  /// A validated chart, with its states in the order of the text: outer ones before their inner ones.
  ///
  /// The inner states of a state are those from the next index up to its `end`.
  final class Tree {
    struct Place {
      let name: Name
      let kind: Node.Kind
      /// The index of the outer state; nil for an outermost one.
      let parent: Int?
      var end = 0
      var children: [Int] = []
      /// The index of the initial inner state; nil for a parallel state, and for one without inner ones.
      var initial: Int?
      /// The states or histories in which the state begins, where they are more than its initial inner state.
      var start: [Goal] = []
      /// The action between its entry and those of its initial inner states.
      var beginning: Beginning?
      var entries: [Entry] = []
      var exits: [Exit] = []
      var delays: [Delay] = []
      /// The scope that cancels its effects.
      let scope: EffectScope
      var transitions: [Transition] = []
      /// The kind of history that leads back to the state, if any.
      var memory: Memory = .none

      var isParallel: Bool { kind == .parallel }
      var hasScope: Bool { !delays.isEmpty || entries.contains(where: \.isCancelledOnExit) }
    }

    /// A target of a transition.
    struct Goal {
      let place: Int
      /// Nil for the state itself.
      let memory: Memory?

      var isHistory: Bool { memory != nil }
    }

    enum Memory: Int {
      case none
      case shallow
      case deep
    }

    struct Transition {
      /// The index among all transitions of the chart.
      let index: Int
      let source: Int
      /// The target states, or those whose history is the target; empty when no state is left or entered.
      let targets: [Goal]
      /// The state that stays active while states in it are left and entered; nil for the chart itself.
      let domain: Int?
      /// The states to leave, where active.
      let exits: Range<Int>
      /// The state that has to be done; nil for a transition that waits for none.
      let awaited: Int?
      let draft: Draft
      let summary: StatechartTransition<Name>
    }

    let states: [Place]
    let places: [Name: Int]
    let roots: [Int]
    let initial: Int
    /// The states or histories in which the chart begins, where they are more than its initial state.
    let start: [Goal]
    let beginning: Beginning?

    init(_ nodes: [Node]) throws(StatechartError) {
      var draft = TreeDraft()
      try draft.add(nodes)
      try draft.link()
      states = draft.states
      places = draft.places
      roots = draft.roots
      initial = draft.initial
      start = draft.start
      beginning = draft.beginning
    }

    // MARK: Kinship

    /// Returns whether a state is inside of another.
    func isInside(_ inner: Int, _ outer: Int) -> Bool {
      inner > outer && inner < states[outer].end
    }

    /// Returns whether a state is another one, or inside of it.
    func isAtOrInside(_ inner: Int, _ outer: Int) -> Bool {
      inner >= outer && inner < states[outer].end
    }
  }
}
