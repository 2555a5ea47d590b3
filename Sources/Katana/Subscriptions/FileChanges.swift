public import Foundation
public import Millrace

/// Changes of a file, or of the entries of a folder, each as a message.
///
/// ```swift
/// FileChanges("/etc/app.conf") { _ in ConfigurationMessage.changed }
/// ```
///
/// A file is watched by its path, so the watch continues when an editor replaces the file, or when the file
/// is removed and created again. Of a folder its direct entries are watched; for deeper folders, the model
/// returns one subscription per folder. Changes after the turn in which the subscription came are reported;
/// several consecutive changes of one kind may be reported once.
///
/// A path that does not exist, or that cannot be watched, is a ``FileChangesError``. With a closure `failed`
/// the model is told of it, and the subscription tries again after 1, 2, 4 … and at most 30 seconds on the
/// environment's clock. When it then succeeds, the change is `created` if nothing was at the path before, and
/// `rescan` otherwise:
///
/// ```swift
/// FileChanges("/etc/app.conf") { _ in
///   ConfigurationMessage.changed
/// } failed: { error in
///   ConfigurationMessage.missing("\(error)")
/// }
/// ```
///
/// Without it, or when it returns nil, the flow's error handler receives the error, and the next attempt is
/// made when the subscription has left and come back. A symbolic link is followed once, when the watch
/// begins.
///
/// On Linux this is `inotify`, with one instance for all watches of the process. On Apple's systems the
/// folder is read again whenever the system reports a change in it, which needs one open file per entry.
///
/// Two subscriptions are the same when they watch the same path and are written at the same source location,
/// or have the same id. A closure that captures other values at the same location needs another id.
public struct FileChanges: Subscription, Hashable {
  /// The path of a file or of a folder.
  public let path: String
  package let place: Place
  let message: @Sendable (FileChange) -> (any Message)?
  let failed: (@Sendable (FileChangesError) -> (any Message)?)?

  /// Creates a subscription to the changes at a path.
  ///
  /// - Parameters:
  ///   - path: The path of a file or of a folder.
  ///   - id: An identity in place of the source location; nil to use the location.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - message: A closure that makes a message of a change; nil for none.
  ///   - failed: A closure that makes a message of the error when the path cannot be watched.
  public init(
    _ path: String, id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (FileChange) -> (any Message)?,
    failed: (@Sendable (FileChangesError) -> (any Message)?)? = nil
  ) {
    self.path = path
    self.message = message
    self.failed = failed
    place = Place(id, fileID, line, column)
  }

  /// Creates a subscription to the changes at a file URL; any other URL is an error when the subscription
  /// comes.
  ///
  /// The other parameters are those of the initialiser with a path.
  public init(
    _ url: URL, id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (FileChange) -> (any Message)?,
    failed: (@Sendable (FileChangesError) -> (any Message)?)? = nil
  ) {
    self.init(
      url.isFileURL ? url.path : url.absoluteString, id: id, fileID: fileID, line: line, column: column,
      message: message, failed: failed)
  }

  /// Returns whether both watch the same path and have the same source location or id.
  public static func == (left: FileChanges, right: FileChanges) -> Bool {
    left.path == right.path && left.place == right.place
  }

  /// Hashes the compared values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(place)
  }
}

extension FileChanges: ClosureSubscription {}

extension FileChanges: CustomStringConvertible {
  /// The subscription's name in errors and records.
  public var description: String { "FileChanges(\(path)) \(place)" }
}

/// An interpreter that watches a file or a folder.
public final class FileChangesInterpreter: SubscriptionInterpreter {
  private let subscription: FileChanges
  private let dispatch: Dispatcher
  private let watch: Reopening<FolderWatch, FileChangesError>

  /// Creates an interpreter that is not watching yet.
  public init(subscription: FileChanges, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
    watch = Reopening { () throws(FileChangesError) in
      try FolderWatch(WatchTarget(path: subscription.path)) { change in
        if let message = subscription.message(change) { dispatch(message) }
      }
    } close: {
      $0.stop()
    }
  }

  /// Starts watching, or tells the model that it cannot, and tries again.
  ///
  /// - Throws: ``FileChangesError`` when the path cannot be watched and the subscription makes no message of
  ///   that.
  public func start() throws {
    try watch.start(clock: dispatch.environment.clock) { [subscription, dispatch] error in
      subscription.failed?(error).map { dispatch($0) } != nil
    } reopened: { [subscription, dispatch] last in
      let path = subscription.path
      let change = if case .missing = last { FileChange.created(path) } else { FileChange.rescan(path) }
      if let message = subscription.message(change) { dispatch(message) }
    }
  }

  /// Stops watching.
  public func stop() { watch.stop() }
}
