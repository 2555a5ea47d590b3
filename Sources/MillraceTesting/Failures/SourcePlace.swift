/// A place in the source: where a test says what it expects.
@usableFromInline
struct SourcePlace: Sendable, Hashable {
  /// The module and the file, as of `#fileID`.
  let fileID: String
  /// The path, as of `#filePath`.
  let filePath: String
  /// From 1.
  let line: Int
  /// From 1.
  let column: Int

  @usableFromInline
  init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The file and the line.
  @usableFromInline var description: String { "\(fileID):\(line)" }
}
