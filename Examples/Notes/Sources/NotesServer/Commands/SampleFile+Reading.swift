import Foundation
import NotesModel

extension SampleFile {
  /// Reads a file.
  ///
  /// - Throws: ``ImportError/file(path:reason:)``.
  static func read(_ path: String) throws(ImportError) -> SampleFile {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .file(path: path, reason: "it cannot be read")
    }
    do {
      return try JSONDecoder().decode(SampleFile.self, from: data)
    } catch let error as DecodingError {
      throw .file(path: path, reason: reason(error))
    } catch {
      throw .file(path: path, reason: "it is not JSON")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      "/" + context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }
    return switch error {
    case .keyNotFound(let key, let context): "`\(place(context))` has no `\(key.stringValue)`"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "`\(place(context))` has the wrong type"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case .dataCorrupted(let context): "`\(place(context))` is invalid"
    @unknown default: "it has another structure"
    }
  }
}
