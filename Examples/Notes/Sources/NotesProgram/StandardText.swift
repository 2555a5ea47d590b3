import Foundation

/// A text from standard input.
enum StandardText {
  /// The maximum number of bytes: more than any body may have.
  static let most = 400_001

  /// Reads to the end; the last line break is removed.
  static func read(_ file: FileHandle = .standardInput) throws(ToolError) -> String {
    var data = Data()
    do {
      while data.count < most, let piece = try file.read(upToCount: most - data.count), !piece.isEmpty {
        data += piece
      }
    } catch {
      throw .unreadableInput
    }
    return try text(of: data)
  }

  /// Decodes bytes; the last line break is removed.
  static func text(of data: Data) throws(ToolError) -> String {
    if data.count >= most { throw .tooLong("body", data.count, most: 100_000) }
    guard var text = String(validating: data, as: UTF8.self) else { throw .noUTF8 }
    if text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
