public import Foundation

/// A tree of files and folders as a value, which behaves as the system's files do.
///
/// It is what ``FileClient/inMemory(_:)`` keeps. A test can prepare one, or hold it in a value that it sees:
///
/// ```swift
/// let files = world.shared(FileTree(), as: "files")
/// world.environment[FileClient.self] = FileClient { change in files.withValue(change) }
/// ```
///
/// Each operation costs O(folders on the path); listing costs O(files in the tree).
public struct FileTree: Hashable, Sendable {
  /// The contents of the files by their paths, which have neither empty components nor `.`.
  public private(set) var files: [String: Data] = [:]
  private var folders: Set<String> = [""]

  /// Creates a tree without files.
  public init() {}

  /// Creates a tree of files, by their paths.
  ///
  /// - Throws: ``FileError`` when two of them cannot be there together, or a path is invalid.
  public init(_ files: [String: Data]) throws(FileError) {
    for (path, data) in files.sorted(by: { $0.key < $1.key }) { try write(data, path) }
  }

  /// Returns the contents of a file.
  public func read(_ path: String) throws(FileError) -> Data {
    let checked = try checked(path)
    if let data = files[checked.text] { return data }
    throw folders.contains(checked.text) ? .isFolder(path: path) : .missing(path: path)
  }

  /// Replaces a file by one with these contents; creates it, and the folders around it.
  public mutating func write(_ data: Data, _ path: String) throws(FileError) {
    let checked = try checked(path)
    if folders.contains(checked.text) { throw .isFolder(path: path) }
    folders.formUnion(checked.ancestors)
    files[checked.text] = data
  }

  /// Returns the names of the files and folders in a folder, sorted.
  public func list(_ folder: String) throws(FileError) -> [String] {
    let checked = try checked(folder)
    if files[checked.text] != nil { throw .isNoFolder(path: folder) }
    if !folders.contains(checked.text) { throw .missing(path: folder) }
    let start = checked.text.isEmpty ? "" : checked.text + "/"
    let paths = [files.keys.map { $0 }, folders.map { $0 }].joined()
    return
      paths.filter { !$0.isEmpty && $0.hasPrefix(start) && !$0.dropFirst(start.count).contains("/") }
      .map { String($0.dropFirst(start.count)) }
      .filter { !$0.isEmpty }
      .sorted()
  }

  /// Removes a file; returns false if there is none.
  public mutating func remove(_ path: String) throws(FileError) -> Bool {
    let checked = try checked(path)
    if folders.contains(checked.text) { throw .isFolder(path: path) }
    return files.removeValue(forKey: checked.text) != nil
  }

  private func checked(_ path: String) throws(FileError) -> CheckedPath {
    let checked = try CheckedPath(path)
    if checked.ancestors.contains(where: { files[$0] != nil }) { throw .isNoFolder(path: path) }
    return checked
  }
}
