import Foundation
import Millrace
import Testing

@testable import MillraceTesting

/// Returns the texts of the failures while `body` ran, in order.
func failures(
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Void
) async rethrows -> [String] {
  let texts = Locked<[String]>([])
  try await Failures.$listener.withValue(
    { report in
      if case .failure(let text, _) = report { texts.withLock { $0.append(text) } }
    }, operation: body)
  return texts.withLock { $0 }
}

/// Calls `body` with a new folder, which is removed afterwards.
func withFolder<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Result
) async throws -> Result {
  let folder = NSTemporaryDirectory() + "/millrace-dependencies-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder)
}

extension Data {
  init(_ text: String) { self.init(text.utf8) }
}
