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
    /// The identifiers of the marks of its histories, the shallow one and the deep one; nil where no arrow
    /// leads.
    let history: String?
    let deepHistory: String?
    /// The identifiers of the states and histories in which it begins by `initial(to:)`.
    let starts: [String]
    /// The names of the effects of its beginning.
    let startLabels: [String]
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
  /// The beginning of the chart by `initial(to:)`, as those of the boxes.
  private(set) var starts: [String] = []
  private(set) var startLabels: [String] = []
  /// The boxes by their identifiers.
  private(set) var all: [String: Box] = [:]

  init<Input, State, World, Queue, EffectID>(
    _ chart: Statechart<Input, State, World, Queue, EffectID>, world: World?
  ) {
    let tree = chart.tree
    let found = ChartLabels(chart, world: world)
    let names = tree.states.map { diagramName($0.name) }
    let ids = DiagramLayout.ids(for: names)
    let taken = Set(ids)
    var marks: Set<String> = []
    let starts = tree.start + tree.states.flatMap(\.start)
    for goal in tree.states.flatMap(\.transitions).flatMap(\.targets) + starts {
      if let mark = Self.mark(of: goal.place, goal.memory == .deep, goal.isHistory, ids, taken) {
        marks.insert(mark)
      }
    }
    func id(of goal: Statechart<Input, State, World, Queue, EffectID>.Tree.Goal) -> String {
      Self.mark(of: goal.place, goal.memory == .deep, goal.isHistory, ids, taken) ?? ids[goal.place]
    }
    func labels(
      _ beginning: Statechart<Input, State, World, Queue, EffectID>.Beginning?, _ place: Int?
    ) -> [String] {
      beginning?.work.labels(of: .beginning(place), found, in: world) ?? []
    }
    func box(_ place: Int, isInitial: Bool) -> Box {
      let own = tree.states[place]
      func mark(deep: Bool) -> String? {
        Self.mark(of: place, deep, true, ids, taken).flatMap { marks.contains($0) ? $0 : nil }
      }
      return Box(
        id: ids[place], name: names[place], isFinal: own.kind == .final, isParallel: own.isParallel,
        isInitial: isInitial, lines: own.lines(at: place, found, in: world), history: mark(deep: false),
        deepHistory: mark(deep: true), starts: own.start.map(id), startLabels: labels(own.beginning, place),
        children: own.children.map { box($0, isInitial: $0 == own.initial) })
    }
    boxes = tree.roots.map { box($0, isInitial: $0 == tree.initial) }
    self.starts = tree.start.map(id)
    startLabels = labels(tree.beginning, nil)
    note(boxes)
    for transition in tree.states.flatMap(\.transitions) {
      for goal in transition.targets {
        add(transition.label(found, in: world), from: ids[transition.source], to: id(of: goal))
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
  fileprivate func lines(at place: Int, _ found: ChartLabels, in world: World?) -> [String] {
    var lines: [String] = []
    for (word, labels) in [
      ("entry", entries.enumerated().flatMap { $1.work.labels(of: .entry(place, $0), found, in: world) }),
      ("exit", exits.enumerated().flatMap { $1.work.labels(of: .exit(place, $0), found, in: world) }),
    ] where !labels.isEmpty {
      lines.append("\(word) / \(diagramList(labels))")
    }
    for delay in delays { lines.append("after \(delay.name) / \(diagramName(delay.input))") }
    return lines + transitions.filter { $0.targets.isEmpty }.map { $0.label(found, in: world) }
  }
}

extension Statechart.Tree.Transition {
  /// The label of the transition as statecharts write it: `input [guard] / effect`; without an input, the
  /// guard alone.
  fileprivate func label(_ found: ChartLabels, in world: World?) -> String {
    var parts: [String] = []
    switch draft.trigger {
    case .input, .done: parts.append(diagramName(summary.trigger))
    case .always(let condition, _): if condition == nil { parts.append("always") }
    }
    if let name = summary.guardName { parts.append("[\(diagramName(name))]") }
    let labels = draft.work.labels(of: .transition(index), found, in: world)
    if !labels.isEmpty { parts.append("/ \(diagramList(labels))") }
    return parts.joined(separator: " ")
  }
}
