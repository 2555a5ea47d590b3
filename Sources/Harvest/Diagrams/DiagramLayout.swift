/// The contents of a diagram in any format: boxes, and at most one arrow from one box to another.
struct DiagramLayout {
  struct Box {
    /// The identifier in the diagram's text: letters and digits only.
    let id: String
    let name: String
    let isFinal: Bool
    let isListed: Bool
    /// True when an arrow leaves the box or leads to it; other boxes must be listed to be shown.
    var hasArrow: Bool
  }

  /// All transitions from one state to another.
  struct Arrow {
    /// The source; nil for any state.
    let from: String?
    let to: String
    var labels: [String]
  }

  private(set) var boxes: [Box] = []
  private(set) var arrows: [Arrow] = []
  let initial: String
  /// The effects that start at the beginning.
  let beginning: String?
  /// The identifier of the mark for any state.
  let anyState: String

  var hasAnyState: Bool { arrows.contains { $0.from == nil } }

  init<Input, State>(_ graph: TransitionGraph<Input, State>, _ options: DiagramOptions) {
    let states = graph.states + graph.unlistedStates
    let names = states.map(diagramName)
    let ids = Self.ids(for: names)
    let idOf = Dictionary(uniqueKeysWithValues: zip(states, ids))
    func id(_ state: State) -> String { idOf[state, default: ""] }

    initial = id(graph.initial)
    beginning = graph.beginning.labels.isEmpty ? nil : "/ " + diagramList(graph.beginning.labels)
    anyState = Self.free("anyState", in: Set(ids))

    var places: [[String?]: Int] = [:]
    for edge in graph.edges {
      let from = options.foldsAny && edge.isFromEveryState ? nil : id(edge.from)
      let label = label(of: edge)
      if let place = places[[from, id(edge.to)]] {
        if from != nil || !arrows[place].labels.contains(label) { arrows[place].labels.append(label) }
      } else {
        places[[from, id(edge.to)]] = arrows.count
        arrows.append(Arrow(from: from, to: id(edge.to), labels: [label]))
      }
    }
    let ends = Set(arrows.flatMap { [$0.from, $0.to] })
    let finals = Set(graph.finals)
    let listed = Set(graph.states)
    boxes = zip(states, zip(ids, names)).map { state, text in
      Box(
        id: text.0, name: text.1, isFinal: finals.contains(state), isListed: listed.contains(state),
        hasArrow: ends.contains(text.0) || state == graph.initial || finals.contains(state))
    }
  }

  /// Returns a unique identifier for each name: the name itself where possible.
  static func ids(for names: [String]) -> [String] {
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let taken = Set(names)
    return names.enumerated().map { index, name in
      isWord(name) && counts[name] == 1 ? name : free("s\(index + 1)", in: taken)
    }
  }

  private static func isWord(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic,
      !reserved.contains(name.lowercased())
    else { return false }
    return name.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0) }
  }

  /// Words that Mermaid or DOT reserve, in any case.
  private static let reserved: Set<String> = [
    "as", "class", "classdef", "click", "default", "digraph", "direction", "edge", "end", "graph", "hide",
    "href",
    "node", "note", "scale", "state", "strict", "style", "subgraph",
  ]

  static func free(_ word: String, in taken: Set<String>) -> String {
    var word = word
    while taken.contains(word) { word += "x" }
    return word
  }
}

/// Returns the label of a transition as statecharts write it: `input [guard] / effect`.
private func label<Input, State>(of edge: TransitionGraph<Input, State>.Edge) -> String {
  var label = diagramName(edge.input)
  if !edge.guards.isEmpty { label += " [\(diagramList(edge.guards))]" }
  if !edge.work.labels.isEmpty { label += " / \(diagramList(edge.work.labels))" }
  return label
}

func diagramList(_ names: [String]) -> String {
  names.map(diagramName).joined(separator: ", ")
}
