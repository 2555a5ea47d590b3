/// A path that leads down only, taken apart.
struct CheckedPath {
  /// The path as it was given, for errors.
  let given: String
  /// The names on the way; none for the client's own folder.
  let names: [String]

  /// The names of half-written files begin and end so, and are not listed.
  private static let (temporaryStart, temporaryEnd) = (".", ".writing")

  init(_ path: String) throws(FileError) {
    given = path
    if path.utf8.contains(0) { throw .invalidPath(path, reason: "it contains a zero byte") }
    names = path.split(separator: "/").map(String.init).filter { $0 != "." }
    if names.contains("..") { throw .invalidPath(path, reason: "`..` could lead out of the folder") }
    if names.contains(where: Self.isTemporary) {
      throw .invalidPath(path, reason: "names such as `.x.writing` are those of half-written files")
    }
  }

  /// The names joined again.
  var text: String { names.joined(separator: "/") }

  /// The text of the folder around it.
  var folder: String { names.dropLast().joined(separator: "/") }

  /// The text of the folders around it, the outermost first, without the client's own.
  var ancestors: [String] {
    names.indices.dropFirst().map { names[..<$0].joined(separator: "/") }
  }

  /// Returns the name of the half-written file beside a file.
  static func temporary(of name: String) -> String { temporaryStart + name + temporaryEnd }

  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryStart) && name.hasSuffix(temporaryEnd)
      && name.utf8.count > temporaryStart.utf8.count + temporaryEnd.utf8.count
  }
}
