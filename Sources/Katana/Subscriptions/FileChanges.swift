public import Foundation
public import Millrace

/// Changes of a file, or of the entries of a folder, each as a message.
///
/// ```swift
/// FileChanges("/etc/app.conf") { _ in ConfigurationMessage.changed }
/// ```
///
/// A file is watched by its path, so it goes on being watched when an editor puts another file in its place, or
/// when it is removed and made again. Of a folder its own entries are watched and not what lies deeper; where
/// that matters, the model says which folders to watch, one subscription each. What happens after the turn in
/// which the subscription came is told; several changes of one kind that come together may be told once.
///
/// The path must be there, and readable, when the subscription comes: otherwise there is a ``FileChangesError``.
/// A symbolic link is followed, once, at that time.
///
/// On Linux this is `inotify`. On Apple's systems the folder is read again whenever the system says that something
/// has changed in it, which needs an open file for each entry.
///
/// Two are the same subscription when they watch the same path and are written at the same place, or carry the
/// same id. A closure that captures other values at the same place needs another id.
public struct FileChanges: Subscription, Hashable {
  /// The path of a file or of a folder.
  public let path: String
  let place: Place
  let message: @Sendable (FileChange) -> (any Message)?

  /// Changes at a path.
  ///
  /// - Parameters:
  ///   - path: The path of a file or of a folder.
  ///   - id: What tells two apart that are written at the same place; nil for the place itself.
  ///   - fileID: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - message: Makes a message of a change; nil for none.
  public init(
    _ path: String, id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (FileChange) -> (any Message)?
  ) {
    self.path = path
    self.message = message
    place = Place(id, fileID, line, column)
  }

  /// Changes at a file URL; at any other URL there is nothing to watch, which is an error when it comes.
  ///
  /// - Parameters:
  ///   - url: The place of a file or of a folder.
  ///   - id: What tells two apart that are written at the same place; nil for the place itself.
  ///   - fileID: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - message: Makes a message of a change; nil for none.
  public init(
    _ url: URL, id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (FileChange) -> (any Message)?
  ) {
    self.init(
      url.isFileURL ? url.path : url.absoluteString, id: id, fileID: fileID, line: line, column: column,
      message: message)
  }

  /// Whether the same path is watched at the same place, or under the same id.
  public static func == (left: FileChanges, right: FileChanges) -> Bool {
    left.path == right.path && left.place == right.place
  }

  /// Feeds what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(place)
  }
}

extension FileChanges: CustomStringConvertible {
  /// The subscription as errors and records call it.
  public var description: String { "FileChanges(\(path)) \(place)" }
}

/// Watches a file or a folder.
public final class FileChangesInterpreter: SubscriptionInterpreter {
  private let subscription: FileChanges
  private let dispatch: Dispatcher
  private var watch: FolderWatch?

  /// Prepares to watch.
  public init(subscription: FileChanges, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  /// Watches from now on.
  ///
  /// - Throws: ``FileChangesError`` when the path is not there or cannot be watched.
  public func start() throws {
    let target = try WatchTarget(path: subscription.path)
    watch = try FolderWatch(target) { [subscription, dispatch] change in
      if let message = subscription.message(change) { dispatch(message) }
    }
  }

  /// Watches no longer.
  public func stop() {
    watch?.stop()
    watch = nil
  }
}
