// Prints the public symbols of one module as sorted lines, from the symbol graphs that the compiler writes.
//
// Usage: api MODULE FOLDER
//
// Each line is the path of a symbol, a tab, and its declaration, or the protocol that the type conforms to. After a
// further tab, "required" marks the requirement of a protocol that has no default implementation.
import Foundation

struct Graph: Decodable {
  struct Fragment: Decodable {
    var spelling: String
  }
  struct Identifier: Decodable {
    var precise: String
  }
  struct Symbol: Decodable {
    var identifier: Identifier
    var pathComponents: [String]
    var declarationFragments: [Fragment]?
  }
  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
    var targetFallback: String?
  }
  var symbols: [Symbol]
  var relationships: [Relationship]
}

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
  exit(1)
}

guard CommandLine.arguments.count == 3 else { fail("Usage: api MODULE FOLDER") }
let module = CommandLine.arguments[1]
let folder = URL(fileURLWithPath: CommandLine.arguments[2])

do {
  // The module's own graph, and one for each module whose types it extends.
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@") && $0.hasSuffix(".symbols.json")
  }
  guard !names.isEmpty else { fail("There is no symbol graph of \(module) in \(folder.path).") }
  var lines: Set<String> = []
  for name in names {
    let graph = try JSONDecoder().decode(
      Graph.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
    let relationships = Dictionary(grouping: graph.relationships, by: \.kind)
    let required = Set((relationships["requirementOf"] ?? []).map(\.source))
      .subtracting((relationships["defaultImplementationOf"] ?? []).map(\.target))
    var paths: [String: String] = [:]
    for symbol in graph.symbols {
      let path = symbol.pathComponents.joined(separator: ".")
      paths[symbol.identifier.precise] = path
      let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      let words = declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      lines.insert("\(path)\t\(words)\(required.contains(symbol.identifier.precise) ? "\trequired" : "")")
    }
    for relationship in graph.relationships where relationship.kind == "conformsTo" {
      // An extension of another module's type is named by the relationship alone.
      guard let path = paths[relationship.source] else { continue }
      let target = relationship.targetFallback ?? paths[relationship.target] ?? relationship.target
      let name = target.split(separator: ".").last.map(String.init) ?? target
      if name != "SendableMetatype", name != "Escapable", name != "Copyable" {
        lines.insert("\(path)\t: \(name)")
      }
    }
  }
  for line in lines.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { print(line) }
} catch {
  fail("The symbol graph of \(module) cannot be read: \(error)")
}
