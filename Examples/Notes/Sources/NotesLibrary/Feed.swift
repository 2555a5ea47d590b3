public import Katana
public import NotesModel

/// Listens to what changes on the server.
public struct Feed: Subscription, Hashable {
  /// The last change that is known; the same for as long as the connection stands.
  public let after: Int

  /// Listening from a change on.
  public init(after: Int) {
    self.after = after
  }
}

/// Has the changes of the server listened to while it is there.
public struct LibrarySubscriptions: SubscriptionProvider {
  /// A provider.
  public init() {}

  /// A feed, from where the library stood when the server was greeted.
  public func subscriptions(model library: Library, message: (any Message)?) -> [any Subscription] {
    switch library.link {
    case .offline, .foreign: []
    case .catchingUp(let after), .current(let after): [Feed(after: after)]
    }
  }
}

/// Where the changes of the server come from; in the environment of the library's flow.
public struct FeedSource: Sendable {
  /// The changes after the one with a sequence number, for as long as the connection stands.
  public var follow: @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>
  /// Called when the connection has ended by itself, with the reason if there is one.
  public var lost: @Sendable ((any Error)?) -> Void

  /// A source.
  public init(
    follow: @escaping @Sendable (_ after: Int) -> AsyncThrowingStream<FeedBatch, any Error>,
    lost: @escaping @Sendable ((any Error)?) -> Void = { _ in }
  ) {
    self.follow = follow
    self.lost = lost
  }
}

extension FeedSource: StoreEnvironmentKey {
  /// Without a source there is nothing to follow, and the connection ends at once.
  public static var defaultValue: FeedSource {
    FeedSource(follow: { _ in AsyncThrowingStream { $0.finish() } })
  }
}

/// Listens to the changes of the server.
public enum FeedInterpreter: AsyncSubscriptionInterpreter {
  /// Dispatches what comes; when no more does, says so to the library, and to who looks after the connection.
  public static func listen(to subscription: Feed, dispatch: AsyncDispatch) async {
    let source = dispatch.environment[FeedSource.self]
    var reason: (any Error)?
    var news = FeedNews(after: subscription.after)
    do {
      for try await batch in source.follow(subscription.after) {
        // A journal keeps every message, so one that says nothing new is none.
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

/// What of a feed is news: a server that repeats itself says it once.
struct FeedNews {
  private var last: Int
  private var isCurrent = false

  init(after sequence: Int) { last = sequence }

  /// The part of a batch that is news; nil if nothing is.
  mutating func take(_ batch: FeedBatch) -> FeedBatch? {
    let entries = batch.entries.filter { $0.sequence > last }
    if entries.isEmpty, !batch.isCurrent || isCurrent { return nil }
    last = entries.map(\.sequence).max() ?? last
    isCurrent = isCurrent || batch.isCurrent
    return FeedBatch(entries, isCurrent: batch.isCurrent)
  }
}
