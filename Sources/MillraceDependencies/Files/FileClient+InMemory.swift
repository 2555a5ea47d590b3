import Foundation
import Millrace

extension FileClient {
  /// Creates a client of files in memory, which no other client sees.
  ///
  /// It behaves as ``live``: a file below a file, a folder in the place of a file and the like are the same
  /// errors.
  ///
  /// - Parameter tree: The files at the beginning.
  public static func inMemory(_ tree: FileTree = FileTree()) -> FileClient {
    let tree = WatchedValue(tree, as: "file client")
    return FileClient { change in tree.withLock { change(&$0) } }
  }

  /// Creates a client of a tree of files that is held somewhere else, such as in a `Shared` value of the
  /// explorer.
  ///
  /// - Parameter access: A function that calls its argument once, before it returns, with the tree, and keeps
  ///   the changes.
  public init(access: @escaping @Sendable (_ change: (inout FileTree) -> Void) -> Void) {
    @Sendable func with<Result>(
      _ body: (inout FileTree) throws(FileError) -> Result
    ) throws(FileError) -> Result {
      var result: Swift.Result<Result, FileError>?
      access { tree in
        do throws(FileError) {
          result = .success(try body(&tree))
        } catch {
          result = .failure(error)
        }
      }
      guard let result else { throw .failed(path: "", reason: "the access to the tree was never given") }
      return try result.get()
    }
    self.init(
      read: { path in try with { tree throws(FileError) in try tree.read(path) } },
      write: { data, path in try with { tree throws(FileError) in try tree.write(data, path) } },
      list: { folder in try with { tree throws(FileError) in try tree.list(folder) } },
      remove: { path in try with { tree throws(FileError) in try tree.remove(path) } })
  }
}
