public import Millrace

/// A model, the updater that changes it, those who carry out its commands and listen for its subscriptions.
///
/// It is a store of the kernel whose messages may be of any type, so observers, scopes, gates, locks, taps and
/// SwiftUI work on it as on every other.
///
/// ```swift
/// let store = try Katana.Store(
///   model: App(), updater: appUpdater, interpreters: [LoadUserInterpreter(library: library)],
///   subscriptions: AppSubscriptions(), subscriptionInterpreters: [PositionInterpreter.self])
/// store.dispatch(AccountMessage.logIn("ada"))
/// ```
public typealias Store<Mdl: Model> = Millrace.Store<Mdl, any Message>

extension Millrace.Store where State: Model, Message == any Katana.Message {
  /// A store of a model.
  ///
  /// - Parameters:
  ///   - model: The model before the first turn.
  ///   - updater: Changes the model.
  ///   - interpreters: Who carries out the commands, one for each type. Those for ``DelayCommand`` and
  ///     ``RandomCommand`` are there unless others are given for the same commands.
  ///   - subscriptions: Says what to listen to; asked after each turn, and once now.
  ///   - subscriptionInterpreters: Who listens, one for each type. Those of this module's subscriptions are
  ///     there unless others are given for the same subscriptions.
  ///   - reportsUnhandled: Whether a message that fits no updater is told to the flow's error handler
  ///     (`FlowError.unhandledMessage`).
  ///   - name: What the store is called in records and errors; by default the name of the model's type.
  ///   - flow: The flow to take part in; by default one of its own, with `environment`.
  ///   - environment: The environment of the store's own flow; not used when a flow is given.
  ///   - isolation: The home, where the store's own flow has none yet.
  /// - Throws: ``KatanaError`` when two interpreters are given for one type. That one is missing is told to the
  ///   flow's error handler when it is needed (`FlowError.reported`, `FlowError.effectFailed`).
  @inlinable
  public convenience init(
    model: State,
    updater: some Updater<State>,
    interpreters: [any AnyCommandInterpreter] = [],
    subscriptions: (any SubscriptionProvider<State>)? = nil,
    subscriptionInterpreters: [any AnySubscriptionInterpreter.Type] = [],
    reportsUnhandled: Bool = false,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) throws(KatanaError) {
    let interpreters = try Interpreters(interpreters, subscriptionInterpreters)
    let unhandled: Effect<any Katana.Message> = reportsUnhandled ? .unhandled : .none
    guard let provider = subscriptions else {
      self.init(model, name: name, flow: flow, environment: environment, isolation: isolation) {
        model, message in
        guard let commands = updater.apply(message, to: &model) else { return unhandled }
        return commands.isEmpty ? .none : interpreters.effect(of: commands)
      }
      return
    }
    let outside = flow?.environment ?? environment ?? StoreEnvironment()
    let last = LastMessage()
    self.init(
      model, name: name, flow: flow, environment: outside,
      wanted: { provider.subscriptions(model: $0, message: last.ofTurn) },
      key: { SubscriptionKey($0) },
      subscribe: { interpreters.subscription(of: $0, environment: outside) },
      isolation: isolation
    ) { model, message in
      last.message = message
      guard let commands = updater.apply(message, to: &model) else { return unhandled }
      return commands.isEmpty ? .none : interpreters.effect(of: commands)
    }
    last.flow = self.flow
  }

  /// The model, of which a copy is made for who changes it.
  public var model: State { withState { $0 } }

  /// Takes the turn of a message, and of whatever it leads to, before it returns.
  ///
  /// From inside of a turn the message waits behind those already waiting. From elsewhere than the store's home,
  /// post with a `Sender`.
  @inlinable
  public func dispatch(_ message: any Katana.Message, isolation: isolated (any Actor)? = #isolation) {
    send(message, isolation: isolation)
  }
}

/// The message of the last update, for a provider of subscriptions that looks at it.
@usableFromInline
final class LastMessage {
  @usableFromInline var message: (any Message)?
  @usableFromInline var flow: Flow?

  /// The message of the turn that is being taken; nil while none is, when the model was replaced.
  ///
  /// The last update need not have been a turn's then: a record is played through it, too.
  @usableFromInline var ofTurn: (any Message)? { flow?.isInTurn == true ? message : nil }

  @usableFromInline
  init() {}
}
