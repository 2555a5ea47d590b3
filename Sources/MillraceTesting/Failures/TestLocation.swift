/// A location in the source where a test states an expectation.
@usableFromInline
struct TestLocation: Sendable, Hashable {
  /// The module and the file, as of `#fileID`.
  let fileID: String
  /// The path, as of `#filePath`.
  let filePath: String
  /// The line, from 1.
  let line: Int
  /// The column, from 1.
  let column: Int

  @usableFromInline
  init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension TestLocation: CustomStringConvertible {
  @usableFromInline var description: String { "\(fileID):\(line)" }
}
