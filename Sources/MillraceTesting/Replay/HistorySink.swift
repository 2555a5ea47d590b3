import Foundation
import Millrace

/// Where the lines of a history go: to a file, each at once, or into memory.
final class HistorySink {
  private let file: (handle: FileHandle, path: String)?
  private(set) var text = ""

  /// Keeps the lines.
  init() {
    file = nil
  }

  /// Writes to a file that is not there yet.
  init(_ url: URL, mode: UInt16) throws(HistoryError) {
    do {
      file = (
        FileHandle(fileDescriptor: try SystemFile.create(url.path, mode), closeOnDealloc: true), url.path
      )
    } catch {
      throw error.isThere ? .fileExists(path: url.path) : .notWritable(path: url.path, reason: error.reason)
    }
  }

  /// Writes a line, which is out of this process when this returns.
  func write(_ line: String) throws(HistoryError) {
    guard let file else {
      text += line + "\n"
      return
    }
    do {
      try file.handle.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      throw .notWritable(path: file.path, reason: CodingReason.text(error))
    }
  }

  func close() throws(HistoryError) {
    do {
      try file?.handle.close()
    } catch {
      throw .notWritable(path: file?.path ?? "", reason: CodingReason.text(error))
    }
  }
}
