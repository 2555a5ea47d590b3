public import Foundation
public import Millrace

/// The notifications of one name that a `NotificationCenter` posts, each as a message.
///
/// The closure is called synchronously on the posting thread. It makes a message, which is `Sendable`, of the
/// notification, which is not. It returns nil to ignore a notification.
///
/// ```swift
/// Notifications(.NSSystemClockDidChange) { _ in WatchMessage.clockChanged }
/// ```
///
/// Two subscriptions are the same when they have the same notification name, object and center and are
/// written at the same source location, or have the same id. A closure that captures other values at the same
/// location needs another id.
public struct Notifications: Subscription, Hashable {
  /// The name of the notifications.
  public let name: Notification.Name
  /// The object that posts them; nil for any.
  ///
  /// The subscription retains it.
  public let object: (any AnyObject & Sendable)?
  let center: Center
  package let place: Place
  let message: @Sendable (Notification) -> (any Message)?

  /// Creates a subscription to the notifications of a name.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The object that posts them, compared by identity; nil for any.
  ///   - center: The center that posts them.
  ///   - id: An identity in place of the source location; nil to use the location.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - message: A closure that makes a message of a notification, on the posting thread.
  public init(
    _ name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    center: NotificationCenter = .default, id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (Notification) -> (any Message)?
  ) {
    self.name = name
    self.object = object
    self.center = Center(value: center)
    self.message = message
    place = Place(id, fileID, line, column)
  }

  /// Returns whether both observe the same notifications and have the same source location or id.
  public static func == (left: Notifications, right: Notifications) -> Bool {
    left.name == right.name && left.object === right.object && left.center.value === right.center.value
      && left.place == right.place
  }

  /// Hashes the compared values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(object.map { ObjectIdentifier($0) })
    hasher.combine(ObjectIdentifier(center.value))
    hasher.combine(place)
  }

  /// A notification center, which any thread may use.
  struct Center: @unchecked Sendable {
    // Sound: a notification center may be used from every thread, on all systems; not every version of
    // Foundation declares it `Sendable`.
    let value: NotificationCenter
  }
}

extension Notifications: ClosureSubscription {}

extension Notifications: CustomStringConvertible {
  /// The subscription's name in errors and records.
  public var description: String { "Notifications(\(name.rawValue)) \(place)" }
}

/// An interpreter that observes a notification center.
public final class NotificationsInterpreter: SubscriptionInterpreter {
  private let subscription: Notifications
  private let dispatch: Dispatcher
  private var observer: (any NSObjectProtocol)?

  /// Creates an interpreter that is not observing yet.
  public init(subscription: Notifications, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  /// Starts observing.
  public func start() {
    observer = subscription.center.value.addObserver(
      forName: subscription.name, object: subscription.object, queue: nil
    ) { [subscription, dispatch] notification in
      if let message = subscription.message(notification) { dispatch(message) }
    }
  }

  /// Stops observing.
  public func stop() {
    if let observer { subscription.center.value.removeObserver(observer) }
    observer = nil
  }
}
