public import Millrace

/// A dialect's own kind of store: what takes messages in the turns of a flow.
///
/// A turn has two halves. In ``take(_:)`` the participant changes what belongs to it and returns the
/// requested effect. In ``notify(_:)`` it notifies its own observers; what they send waits behind the current
/// turn. Gates come before the first half; observers of messages, the effect and the taps after the second.
///
/// The state of a ``/Millrace/Store`` is one value, which an update changes. A participant is the general
/// form: it may have no value, as the engine of Aftermath, or many, as the bus of Flask.
///
/// ```swift
/// final class Tally: Participant {
///   private(set) var counts: [String: Int] = [:]
///   var onChange: (String) -> Void = { _ in }
///
///   func take(_ word: String) -> Effect<String> {
///     counts[word, default: 0] += 1
///     return .none
///   }
///
///   func notify(_ word: String) { onChange(word) }
///
///   var toolState: [String: Int] { counts }
/// }
///
/// let tally = Tally()
/// let store = Store(participant: tally, flow: Flow(name: "words"))
/// store.send("mill")
/// ```
///
/// The store retains its participant. A participant that sends by itself holds the store weakly or unowned;
/// see ``Millrace/Store/init(name:flow:making:)``.
public protocol Participant<Message> {
  /// The type of the messages.
  associatedtype Message: Sendable
  /// The type of the state that tools read.
  associatedtype ToolState = Self

  /// Takes a message in its turn: changes what belongs to the participant, and returns the requested effect.
  mutating func take(_ message: Message) -> Effect<Message>

  /// Notifies the participant's own observers of the turn of `message`, which ``take(_:)`` has taken.
  ///
  /// By default it does nothing.
  func notify(_ message: Message)

  /// The state that taps, the explorer and other tools read; by default the participant itself.
  ///
  /// Tools compare it where it is `Equatable`, and hash it where it is `Hashable`. A reference to an object
  /// says nothing about the object's contents, so a class should return a value.
  var toolState: ToolState { get }
}

extension Participant {
  /// Does nothing.
  public func notify(_ message: Message) {}
}

extension Participant where ToolState == Self {
  /// The participant itself.
  public var toolState: Self { self }
}

extension Store where State: Participant, State.Message == Message {
  /// Creates the store of a participant on a flow.
  ///
  /// - Parameters:
  ///   - participant: The participant, which the store retains.
  ///   - name: The name of the store in records and errors; by default that of the participant's type.
  ///   - flow: The flow to join.
  public convenience init(participant: State, name: String? = nil, flow: Flow) {
    self.init(name: name, flow: flow) { _ in participant }
  }

  /// Creates a store, and then its participant, which may keep an unowned reference to the store.
  ///
  /// - Parameters:
  ///   - name: The name of the store in records and errors; by default that of the participant's type.
  ///   - flow: The flow to join.
  ///   - participant: A function that returns the participant. It must not use the store, which has no
  ///     state yet; that is a programmer's error.
  public convenience init(name: String? = nil, flow: Flow, making participant: (Store) -> State) {
    self.init(
      participant: name ?? "\(State.self)", flow: flow, make: participant,
      take: { $0.take($1) }, notify: { $0.notify($1) }, show: { $0.toolState })
  }
}
