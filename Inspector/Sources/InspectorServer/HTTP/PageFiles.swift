import Foundation

/// The files of the page, read once at the start.
///
/// They hold no data and need no token.
struct PageFiles {
  struct File {
    let type: String
    let bytes: [UInt8]
  }

  /// The files by their paths.
  private var files: [String: File] = [:]

  /// The folder of the page is not beside the program.
  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String {
      """
      The inspector's page is missing at `\(path)`; keep the folder `Inspector_InspectorServer.resources` beside the \
      program, or build it again.
      """
    }
  }

  init() throws {
    let folder = Bundle.module.bundleURL.appendingPathComponent("Page").path
    guard let names = FileManager.default.enumerator(atPath: folder) else { throw Missing(path: folder) }
    for case let name as String in names {
      guard let type = Self.types[(name as NSString).pathExtension],
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
      else { continue }
      files["/\(name)"] = File(type: type, bytes: Array(data))
    }
    guard let index = files["/index.html"] else { throw Missing(path: folder) }
    files["/"] = index
  }

  subscript(path: String) -> File? { files[path] }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
  ]
}
