public import Foundation
public import Millrace

/// The notifications of one name that a `NotificationCenter` posts, each as a message.
///
/// The closure is called at once in the thread that posts, and makes of the notification, which is not
/// `Sendable`, a message, which is. What it does not care for it answers with nil.
///
/// ```swift
/// Notifications(.NSSystemClockDidChange) { _ in WatchMessage.clockChanged }
/// ```
///
/// Two are the same subscription when they name the same notification, object and center and are written at the
/// same place, or carry the same id. A closure that captures other values at the same place needs another id.
public struct Notifications: Subscription, Hashable {
  /// What the notifications are called.
  public let name: Notification.Name
  /// Who posts them; nil for anybody.
  ///
  /// It is kept alive by the subscription.
  public let object: (any AnyObject & Sendable)?
  let center: Center
  let place: Place
  let message: @Sendable (Notification) -> (any Message)?

  /// The notifications of a name.
  ///
  /// - Parameters:
  ///   - name: What they are called.
  ///   - object: Who posts them, compared by identity; nil for anybody.
  ///   - center: Where they are posted.
  ///   - id: What tells two apart that are written at the same place; nil for the place itself.
  ///   - fileID: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - message: Makes a message of a notification, in the thread that posts it.
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

  /// Whether the same notifications are listened for at the same place, or under the same id.
  public static func == (left: Notifications, right: Notifications) -> Bool {
    left.name == right.name && left.object === right.object && left.center.value === right.center.value
      && left.place == right.place
  }

  /// Feeds what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(object.map { ObjectIdentifier($0) })
    hasher.combine(ObjectIdentifier(center.value))
    hasher.combine(place)
  }

  /// A center, which any thread may use.
  struct Center: @unchecked Sendable {
    // Sound: a notification center is made to be used from every thread, on all systems; not every version of
    // Foundation says so in its declaration.
    let value: NotificationCenter
  }
}

extension Notifications: CustomStringConvertible {
  /// The subscription as errors and records call it.
  public var description: String { "Notifications(\(name.rawValue)) \(place)" }
}

/// Observes a notification center.
public final class NotificationsInterpreter: SubscriptionInterpreter {
  private let subscription: Notifications
  private let dispatch: Dispatcher
  private var observer: (any NSObjectProtocol)?

  /// Prepares to observe.
  public init(subscription: Notifications, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  /// Observes from now on.
  public func start() {
    observer = subscription.center.value.addObserver(
      forName: subscription.name, object: subscription.object, queue: nil
    ) { [subscription, dispatch] notification in
      if let message = subscription.message(notification) { dispatch(message) }
    }
  }

  /// Observes no longer.
  public func stop() {
    if let observer { subscription.center.value.removeObserver(observer) }
    observer = nil
  }
}
