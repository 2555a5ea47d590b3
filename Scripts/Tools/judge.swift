// Judges each change between two sets of the lists in API: breaking, or compatible with the sources of users.
//
// Usage: judge OLD NEW EXPORTS
//
// OLD and NEW are folders. EXPORTS is a file with a line for each library that re-exports another: both names, and a
// space between them. Each line of the output is the verdict, a tab, the library, and what changed. The rules are
// those of source compatibility: what is removed or declared otherwise is breaking, and of what is added a case of an
// enum that was there (switches over it are no longer complete), a requirement without a default implementation of a
// protocol that was there, and a default implementation that has gone. A symbol that has moved to a library which the old
// one re-exports is compatible.
import Foundation

/// One line of a list.
struct Line: Hashable {
  var path: String
  var declaration: String
  var isRequired: Bool

  init(_ text: Substring) {
    let columns = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    path = columns[0]
    declaration = columns.count > 1 ? columns[1] : ""
    isRequired = columns.count > 2 && columns[2] == "required"
  }

  var isConformance: Bool { declaration.hasPrefix(": ") }

  var text: String {
    isConformance ? "the conformance of \(path) to \(declaration.dropFirst(2))" : "\(path): \(declaration)"
  }

  /// The path of the type that the symbol is a member of.
  var owner: String { path.split(separator: ".").dropLast().joined(separator: ".") }
}

/// The lines of one library, before and after.
struct Change {
  var library: String
  var old: Set<Line>
  var new: Set<Line>
  /// The lines of the libraries that it re-exports, by their names.
  var exported: [String: Set<Line>]

  var verdicts: [String] {
    let removed = old.subtracting(new)
    let added = new.subtracting(old)
    let oldPaths = Set(old.filter { !$0.isConformance }.map(\.path))
    let replaced = Dictionary(grouping: added.filter { !$0.isConformance }, by: \.path)
    var lines: [String] = []
    for line in removed {
      let now = line.isConformance ? [] : replaced[line.path] ?? []
      if now.contains(where: { $0.declaration == line.declaration && !$0.isRequired }) {
        lines.append("compatible\t\(library): \(line.path) has a default implementation now")
      } else if let place = exported.keys.sorted().first(where: { exported[$0]?.contains(line) == true }) {
        lines.append("compatible\t\(library): \(line.text) is in \(place) now, which is re-exported")
      } else if let other = now.map(\.declaration).min() {
        let isNowRequired = other == line.declaration
        lines.append(
          "breaking\t\(library): "
            + (isNowRequired
              ? "\(line.path) has no default implementation any more"
              : "\(line.path) was \(line.declaration), and is \(other)"))
      } else {
        lines.append("breaking\t\(library): \(line.text) is gone")
      }
    }
    for line in added where line.isConformance || !removed.contains(where: { $0.path == line.path }) {
      let ownerWasThere = oldPaths.contains(line.owner)
      if line.isRequired, ownerWasThere {
        lines.append("breaking\t\(library): \(line.text) is a new requirement without a default")
      } else if line.declaration.hasPrefix("case "), ownerWasThere {
        lines.append("breaking\t\(library): \(line.text) is a new case")
      } else {
        lines.append("compatible\t\(library): \(line.text) is new")
      }
    }
    return lines
  }
}

func lines(of library: String, in folder: String) throws -> Set<Line> {
  let path = "\(folder)/\(library).txt"
  guard FileManager.default.fileExists(atPath: path) else { return [] }
  return Set(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(Line.init))
}

guard CommandLine.arguments.count == 4 else {
  FileHandle.standardError.write(Data("Usage: judge OLD NEW EXPORTS\n".utf8))
  exit(2)
}
let (old, new) = (CommandLine.arguments[1], CommandLine.arguments[2])
do {
  let exports = try String(contentsOfFile: CommandLine.arguments[3], encoding: .utf8).split(separator: "\n")
    .map { $0.split(separator: " ").map(String.init) }
  let libraries = Set(
    try [old, new].flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) }
      .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) })
  let verdicts = try libraries.flatMap { library in
    let places = exports.filter { $0.first == library }.compactMap(\.last)
    return try Change(
      library: library, old: lines(of: library, in: old), new: lines(of: library, in: new),
      exported: Dictionary(uniqueKeysWithValues: places.map { ($0, try lines(of: $0, in: new)) })
    ).verdicts
  }
  for verdict in verdicts.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { print(verdict) }
} catch {
  FileHandle.standardError.write(Data("The lists cannot be read: \(error)\n".utf8))
  exit(1)
}
