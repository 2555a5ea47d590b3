public import Katana
public import NotesModel

/// A subscription to the changes of the server.
public struct Feed: Subscription, Hashable {
  /// The last known change; constant during one connection.
  public let after: Int
}

/// A provider of the feed while the server is available.
public struct LibrarySubscriptions: SubscriptionProvider {
  public init() {}

  /// Returns a feed that begins at the library's position when the server greeted it.
  public func subscriptions(model library: Library, message: (any Message)?) -> [any Subscription] {
    switch library.link {
    case .offline, .foreign: []
    case .catchingUp(let after), .current(let after): [Feed(after: after)]
    }
  }
}

/// The source of the server's changes, in the environment of the library's flow.
public struct FeedSource: Sendable {
  /// Returns the changes after a sequence number, for the length of the connection.
  public var follow: @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>
  /// Called when the connection has ended by itself, with the reason if there is one.
  public var lost: @Sendable ((any Error)?) -> Void

  public init(
    follow: @escaping @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>,
    lost: @escaping @Sendable ((any Error)?) -> Void = { _ in }
  ) {
    self.follow = follow
    self.lost = lost
  }
}

extension FeedSource: StoreEnvironmentKey {
  /// The default without a feed: the connection ends at once.
  public static var defaultValue: FeedSource {
    FeedSource(follow: { _ in AsyncThrowingStream { $0.finish() } })
  }
}

public enum FeedInterpreter: AsyncSubscriptionInterpreter {
  /// Dispatches the feed's batches; at its end, notifies the library and the source.
  public static func listen(to subscription: Feed, dispatch: AsyncDispatch) async {
    let source = dispatch.environment[FeedSource.self]
    var reason: (any Error)?
    var news = FeedNews(after: subscription.after)
    do {
      for try await batch in source.follow(subscription.after) {
        // A journal records every message, so repetitions are not dispatched.
        guard let batch = news.take(batch) else { continue }
        await dispatch(LibraryMessage.fed(batch.entries, isCurrent: batch.isCurrent))
      }
    } catch {
      reason = error
    }
    // A feed that was cancelled has not ended by itself.
    if Task.isCancelled { return }
    await dispatch(LibraryMessage.disconnected)
    source.lost(reason)
  }
}

/// A filter that removes repetitions from a feed.
struct FeedNews {
  private var last: Int
  private var isCurrent = false

  init(after sequence: Int) { last = sequence }

  /// Returns the new part of a batch; nil if there is none.
  mutating func take(_ batch: FeedBatch) -> FeedBatch? {
    let entries = batch.entries.filter { $0.sequence > last }
    if entries.isEmpty, !batch.isCurrent || isCurrent { return nil }
    last = entries.map(\.sequence).max() ?? last
    isCurrent = isCurrent || batch.isCurrent
    return FeedBatch(entries, isCurrent: batch.isCurrent)
  }
}
