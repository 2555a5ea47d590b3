#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The arguments with which Graphviz draws in layers without searching for the best picture for long.
package let layeredDrawing = ["-Gnslimit=2", "-Gnslimit1=2", "-Gmclimit=0.3"]

extension TransitionGraph {
  /// The number of arrows above which the states of a picture are placed on a ring.
  public static var ringLimit: Int { 120 }

  /// Returns the text of a picture, and the arguments with which Graphviz draws it.
  package func drawing(_ options: DiagramOptions) -> (dot: String, arguments: [String]) {
    let layout = DiagramLayout(self, options)
    guard layout.arrows.count > Self.ringLimit else { return (dot(options), layeredDrawing) }
    return (Self.ring(layout), ["-Kneato", "-n2"])
  }

  /// Returns the text of a picture whose places are given, so that nothing is left to compute but lines.
  ///
  /// The arrows of a state have its colour.
  private static func ring(_ layout: DiagramLayout) -> String {
    var ids = layout.boxes.map(\.id)
    if layout.hasAnyState { ids.append("[any]") }
    let count = Double(ids.count)
    let width = 8 * Double(layout.boxes.map(\.name.count).max() ?? 0) + 40
    // Twice the length of all names, because Graphviz takes longer for lines that pass through boxes.
    let radius = max(150, count * width / Double.pi)
    func place(_ index: Int, _ radius: Double) -> String {
      let angle = Double.pi / 2 - 2 * Double.pi * Double(index) / count
      return "\(Int(radius * cos(angle))),\(Int(radius * sin(angle)))!"
    }
    func colour(_ id: String) -> String {
      dotQuoted("\(Double(1000 * (ids.firstIndex(of: id) ?? 0) / ids.count) / 1000) 0.9 0.65")
    }
    let colours = Dictionary(uniqueKeysWithValues: ids.map { ($0, colour($0)) })
    let first = ids.firstIndex(of: layout.initial) ?? 0
    var lines = [
      "digraph machine {",
      "  splines=line;",
      "  outputorder=edgesfirst;",
      "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
      "  \"[initial]\" [shape=point, width=0.15, label=\"\", pos=\"\(place(first, radius + 60))\"];",
    ]
    for (index, box) in layout.boxes.enumerated() { lines.append(text(of: box, at: place(index, radius))) }
    if layout.hasAnyState {
      lines.append(
        "  \"[any]\" [style=\"rounded,dotted\", label=\"any state\", pos=\"\(place(ids.count - 1, radius))\"];"
      )
    }
    let beginning = layout.beginning.map { " [label=\(dotQuoted($0))]" } ?? ""
    lines.append("  \"[initial]\" -> \"\(layout.initial)\"\(beginning);")
    for arrow in layout.arrows {
      let from = arrow.from ?? "[any]"
      let colour = colours[from] ?? "black"
      let label = dotQuoted(arrow.labels.joined(separator: "\n"))
      lines.append("  \"\(from)\" -> \"\(arrow.to)\" [label=\(label), color=\(colour), fontcolor=\(colour)];")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }
}
