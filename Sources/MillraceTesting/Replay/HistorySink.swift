import Foundation
import Millrace
import MillraceSupport

/// The destination of a history's lines: a file, to which each is written at once, or memory.
final class HistorySink {
  private let file: (handle: FileHandle, path: String)?
  private(set) var text = ""

  /// Creates a sink that keeps the lines.
  init() {
    file = nil
  }

  /// Creates a sink that writes to a new file.
  init(_ url: URL, mode: UInt16) throws(HistoryError) {
    do {
      file = (
        FileHandle(fileDescriptor: try SystemFile.create(url.path, mode), closeOnDealloc: true), url.path
      )
    } catch {
      throw error.isThere ? .fileExists(path: url.path) : .notWritable(path: url.path, reason: error.reason)
    }
  }

  /// Writes a line, which has left this process when this returns.
  func write(_ line: String) throws(HistoryError) {
    guard let file else {
      text += line + "\n"
      return
    }
    try HistoryError.catching({ try file.handle.write(contentsOf: Data((line + "\n").utf8)) }) {
      .notWritable(path: file.path, reason: $0)
    }
  }

  func close() throws(HistoryError) {
    guard let file else { return }
    try HistoryError.catching({ try file.handle.close() }) {
      .notWritable(path: file.path, reason: $0)
    }
  }
}
