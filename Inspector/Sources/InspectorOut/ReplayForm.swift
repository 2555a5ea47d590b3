import Millrace
import MillraceJournal

/// A stretch as the source of a test that replays it with today's code.
public enum ReplayForm {
  /// The largest export that stands in the source itself, in bytes.
  public static let embeddedLimit = 256 * 1024

  /// Returns the source.
  ///
  /// - Parameters:
  ///   - stretch: The stretch.
  ///   - export: The same stretch as an export.
  ///   - file: The name of the export's file, which is named if the export is too large for the source.
  ///   - names: The names of the user's code.
  public static func source(
    _ stretch: Stretch, export: [UInt8], file: String, names: SourceNames = SourceNames()
  ) -> String {
    let isEmbedded = export.count <= embeddedLimit
    var source = SourceText()
    source.addImports(
      (isEmbedded ? [] : ["Foundation"]) + ["Millrace", "MillraceTesting", "Testing"], names)
    let what = "\(stretch.flow): \(stretch.title)"
    source.add("/// Replays \(SwiftLiteral.comment(what)) with today's code.")
    source.add("@Test(\(SwiftLiteral.string(what)))")
    let name = SwiftLiteral.identifier("\(stretch.flow) \(stretch.title)")
    source.add("func \(name)() throws {")
    if isEmbedded {
      source.add("  let replay = try Replay(lines: \(name)History)")
    } else {
      source.add("  let history = URL(filePath: #filePath).deletingLastPathComponent()")
      source.add("    .appending(path: \(SwiftLiteral.string(file)))")
      source.add("  let replay = try Replay(contentsOf: history)")
    }
    source.add("  let divergence = try replay.divergence { stage in")
    source.add("    let flow = stage.flow")
    addStores(stretch, names, &source)
    source.add("  }")
    source.add("  #expect(divergence == nil)")
    source.add("}")
    if isEmbedded {
      let lines = SwiftLiteral.harmlessJSON(String(decoding: export, as: UTF8.self))
      let marks = String(repeating: "#", count: SwiftLiteral.hashes(lines, "\"\"\""))
      source.add()
      source.add("private let \(name)History = \(marks)\"\"\"")
      for line in lines.split(separator: "\n") { source.add("  \(line)") }
      source.add("  \"\"\"\(marks)")
    }
    return source.text
  }

  private static func addStores(_ stretch: Stretch, _ names: SourceNames, _ source: inout SourceText) {
    for store in stretch.stores where store.isExact {
      let turns = stretch.turns.filter { $0.store == store.name && $0.kind != nil }
      let state = stretch.states.last { $0.store == store.name }
      if turns.isEmpty, state == nil { continue }
      let kinds = SourceKinds(turns.compactMap(\.kind))
      let expression = names.stores[store.name]
      let name = SwiftLiteral.string(store.name)
      source.add(
        "    let \(SwiftLiteral.identifier(store.name)) = "
          + (expression ?? "Store(YourState(), name: \(name), flow: flow, update: yourUpdate)"),
        isNamed: expression != nil, "the store, as the application makes it.")
      let states = names.states ?? SourceKinds(state.map { [$0.kind] } ?? []).schema()
      let messages = names.messages ?? kinds.schema()
      source.add("    try stage.add(")
      source.add(
        "      \(SwiftLiteral.identifier(store.name)), state: \(states ?? "RecordSchema(\"state\")"),",
        isNamed: states != nil, "the schema of the states, as the application has it.")
      source.add(
        "      messages: \(messages ?? "RecordSchema(\"message\")"))", isNamed: messages != nil,
        "the schema of the messages, as the application has it.")
    }
  }
}

/// The kinds of a store's messages or states, as the source of a schema.
struct SourceKinds {
  private let kinds: [SchemaKind]

  init(_ kinds: [SchemaKind]) {
    var seen: Set<SchemaKind> = []
    self.kinds = kinds.filter { seen.insert($0).inserted }
  }

  /// The schema's source; nil if there is no kind, or several, whose types are not known.
  func schema(of type: String? = nil) -> String? {
    guard kinds.count == 1 else { return nil }
    let version = kinds[0].version == 1 ? "" : ", version: \(kinds[0].version)"
    return "RecordSchema\(type.map { "<\($0)>" } ?? "")(\(SwiftLiteral.string(kinds[0].name))\(version))"
  }
}
