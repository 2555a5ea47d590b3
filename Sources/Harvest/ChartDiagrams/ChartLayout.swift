/// The contents of a chart's diagram in any format: boxes in boxes, and arrows between them.
struct ChartLayout {
  struct Box {
    /// The identifier in the diagram's text: letters and digits only.
    let id: String
    let name: String
    let isFinal: Bool
    let isParallel: Bool
    let isInitial: Bool
    /// The lines below its name: `entry / light`, or an input that leaves no state.
    let lines: [String]
    /// The identifiers of the marks of its histories, the shallow one and the deep one; nil where no arrow leads.
    let history: String?
    let deepHistory: String?
    let children: [Box]

    /// The innermost state in which the box begins, for formats whose arrows cannot begin at a border.
    var innermost: Box { (children.first(where: \.isInitial) ?? children.first)?.innermost ?? self }
  }

  /// All transitions from one state to another state or history.
  struct Arrow {
    let from: String
    let to: String
    var labels: [String]
  }

  private(set) var boxes: [Box] = []
  private(set) var arrows: [Arrow] = []
  /// The boxes by their identifiers.
  private(set) var all: [String: Box] = [:]

  init<Input, State, World, Queue, EffectID>(
    _ tree: Statechart<Input, State, World, Queue, EffectID>.Tree, world: World?
  ) {
    let names = tree.states.map { diagramName($0.name) }
    let ids = DiagramLayout.ids(for: names)
    let taken = Set(ids)
    var marks: Set<String> = []
    for goal in tree.states.flatMap(\.transitions).flatMap(\.targets) {
      if let mark = Self.mark(of: goal.place, goal.memory == .deep, goal.isHistory, ids, taken) {
        marks.insert(mark)
      }
    }
    func box(_ place: Int, isInitial: Bool) -> Box {
      let own = tree.states[place]
      func mark(deep: Bool) -> String? {
        Self.mark(of: place, deep, true, ids, taken).flatMap { marks.contains($0) ? $0 : nil }
      }
      return Box(
        id: ids[place], name: names[place], isFinal: own.kind == .final, isParallel: own.isParallel,
        isInitial: isInitial, lines: own.lines(in: world), history: mark(deep: false),
        deepHistory: mark(deep: true),
        children: own.children.map { box($0, isInitial: $0 == own.initial) })
    }
    boxes = tree.roots.map { box($0, isInitial: $0 == tree.initial) }
    note(boxes)
    for transition in tree.states.flatMap(\.transitions) {
      for goal in transition.targets {
        let to =
          Self.mark(of: goal.place, goal.memory == .deep, goal.isHistory, ids, taken) ?? ids[goal.place]
        add(transition.label(in: world), from: ids[transition.source], to: to)
      }
    }
  }

  private mutating func note(_ boxes: [Box]) {
    for box in boxes {
      all[box.id] = box
      note(box.children)
    }
  }

  private mutating func add(_ label: String, from: String, to: String) {
    if let index = arrows.firstIndex(where: { $0.from == from && $0.to == to }) {
      arrows[index].labels.append(label)
    } else {
      arrows.append(Arrow(from: from, to: to, labels: [label]))
    }
  }

  /// Returns the identifier of the mark for a state's history; nil for the state itself.
  private static func mark(
    of place: Int, _ isDeep: Bool, _ isHistory: Bool, _ ids: [String], _ taken: Set<String>
  ) -> String? {
    isHistory ? DiagramLayout.free(ids[place] + (isDeep ? "DeepHistory" : "History"), in: taken) : nil
  }
}

extension Statechart.Tree.Place {
  /// The lines of the state's box below its name.
  fileprivate func lines(in world: World?) -> [String] {
    var lines: [String] = []
    for (word, labels) in [
      ("entry", entries.flatMap { $0.work.labels(in: world) }),
      ("exit", exits.flatMap { $0.work.labels(in: world) }),
    ] where !labels.isEmpty {
      lines.append("\(word) / \(diagramList(labels))")
    }
    for delay in delays { lines.append("after \(delay.name) / \(diagramName(delay.input))") }
    return lines + transitions.filter { $0.targets.isEmpty }.map { $0.label(in: world) }
  }
}

extension Statechart.Tree.Transition {
  /// The label of the transition as statecharts write it: `input [guard] / effect`; without an input, the guard alone.
  fileprivate func label(in world: World?) -> String {
    var parts: [String] = []
    switch draft.trigger {
    case .input, .done: parts.append(diagramName(summary.trigger))
    case .always(let condition, _): if condition == nil { parts.append("always") }
    }
    if let name = summary.guardName {
      parts.append("[\(diagramName(name))]")
    } else if case .always(.some, _) = draft.trigger {
      parts.append("[a predicate]")
    }
    let labels = draft.work.labels(in: world)
    if !labels.isEmpty { parts.append("/ \(diagramList(labels))") }
    return parts.joined(separator: " ")
  }
}
