import Foundation

/// The folder and the name of a file, in the form that all paths to it share.
struct FilePlace {
  let folder: String
  let name: String

  /// Links are followed as far as there are files and folders.
  init(_ path: String) {
    let url = URL(fileURLWithPath: path, isDirectory: false).standardizedFileURL.resolvingSymlinksInPath()
    name = url.lastPathComponent
    var folder = url.deletingLastPathComponent().path(percentEncoded: false)
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
  }

  var location: String { folder == "/" ? "/" + name : folder + "/" + name }
}
