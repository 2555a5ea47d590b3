import Foundation
import Millrace
import MillraceSupport

/// The destination of a history's lines: a file, to which each is written at once, or memory.
final class HistorySink {
  private let path: String?
  private var descriptor: Int32?
  /// The number of bytes in the file.
  private var count = 0
  private(set) var text = ""

  /// Creates a sink that keeps the lines.
  init() {
    path = nil
  }

  /// Creates a sink that writes to a new file.
  init(_ url: URL, mode: UInt16) throws(HistoryError) {
    path = url.path
    do { descriptor = try SystemFile.create(url.path, mode) } catch {
      throw error.isThere ? .fileExists(path: url.path) : .notWritable(path: url.path, reason: error.reason)
    }
  }

  deinit { close() }

  /// Writes a line, which has left this process when this returns.
  func write(_ line: String) throws(HistoryError) {
    guard let path else {
      text += line + "\n"
      return
    }
    guard let descriptor else { throw .notWritable(path: path, reason: "it has been closed") }
    let bytes = Array((line + "\n").utf8)
    do throws(SystemFailure) {
      try bytes.withUnsafeBufferPointer { bytes throws(SystemFailure) in
        try SystemFile.write(UnsafeRawBufferPointer(bytes), to: descriptor, at: count)
      }
    } catch { throw .notWritable(path: path, reason: error.reason) }
    count += bytes.count
  }

  func close() {
    guard let descriptor else { return }
    SystemFile.close(descriptor)
    self.descriptor = nil
  }
}
