public import Millrace

/// A model with the updater that changes it and the interpreters of its commands and subscriptions.
///
/// It is a store of the kernel whose messages may be of any type, so observers, scopes, gates, locks, taps
/// and SwiftUI work as on every other store.
///
/// ```swift
/// let store = try Katana.Store(
///   model: App(), updater: appUpdater, interpreters: [LoadUserInterpreter(library: library)],
///   subscriptions: AppSubscriptions(), subscriptionInterpreters: [PositionInterpreter.self])
/// store.dispatch(AccountMessage.logIn("ada"))
/// ```
public typealias Store<Mdl: Model> = Millrace.Store<Mdl, any Message>

extension Millrace.Store where State: Model, Message == any Katana.Message {
  /// Creates a store of a model.
  ///
  /// - Parameters:
  ///   - model: The model before the first turn.
  ///   - updater: The updater that changes the model.
  ///   - interpreters: The command interpreters, one per command type. Those of ``DelayCommand`` and
  ///     ``RandomCommand`` are included unless the list has its own.
  ///   - subscriptions: The provider of the subscriptions; called once now and after each turn.
  ///   - subscriptionInterpreters: The subscription interpreters, one per subscription type. Those of this
  ///     module's subscriptions are included unless the list has its own.
  ///   - reportsUnhandled: True to report a message that fits no updater to the flow's error handler
  ///     (`FlowError.unhandledMessage`).
  ///   - name: The store's name in records and errors; by default the name of the model's type.
  ///   - flow: The flow to take part in; by default a new one with `environment`.
  ///   - environment: The environment of the new flow; ignored when a flow is given.
  ///   - isolation: The home of the new flow, or of a given one that has none yet.
  /// - Throws: ``KatanaError`` when two interpreters are given for one type, or when one reads another model.
  ///   A missing interpreter is reported to the flow's error handler when it is needed (`FlowError.reported`,
  ///   `FlowError.effectFailed`); `uninterpreted(_:)` finds it before.
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
    let interpreters = try Interpreters(interpreters, subscriptionInterpreters, model: State.self)
    let unhandled: Effect<any Katana.Message> = reportsUnhandled ? .unhandled : .none
    guard let provider = subscriptions else {
      self.init(model, name: name, flow: flow, environment: environment, isolation: isolation) {
        model, message in
        guard let commands = updater.apply(message, to: &model) else { return unhandled }
        return commands.isEmpty ? .none : interpreters.effect(of: commands)
      }
      interpreters.serve(self)
      return
    }
    let outside = flow?.environment ?? environment ?? StoreEnvironment()
    let last = LastMessage()
    let requests = SubscriptionRequests()
    self.init(
      model, name: name, flow: flow, environment: outside,
      wanted: { requests.note(provider.subscriptions(model: $0, message: last.ofTurn)) },
      key: { requests.key(of: $0) },
      isSame: { $0.value.isEqual(to: $1) },
      subscribe: { interpreters.subscription(of: $0, environment: last.flow?.environment ?? outside) },
      isolation: isolation
    ) { model, message in
      last.message = message
      guard let commands = updater.apply(message, to: &model) else { return unhandled }
      return commands.isEmpty ? .none : interpreters.effect(of: commands)
    }
    last.flow = self.flow
    interpreters.serve(self)
    requests.begin(self.flow, storeName: storeName)
  }

  /// Creates a store of a model from an updater, and a provider, whose types are erased.
  ///
  /// An updater of this model is called as it is. Another ``AnyUpdater`` is called with the model in a box,
  /// so the collections that it changes are copied. The other parameters are those of the initialiser with an
  /// ``Updater``.
  ///
  /// - Throws: ``KatanaError`` when two interpreters are given for one type, or when the updater, the
  ///   provider or an interpreter is one of another model.
  @_disfavoredOverload
  public convenience init(
    model: State,
    updater: any AnyUpdater,
    interpreters: [any AnyCommandInterpreter] = [],
    subscriptions: (any AnySubscriptionProvider)? = nil,
    subscriptionInterpreters: [any AnySubscriptionInterpreter.Type] = [],
    reportsUnhandled: Bool = false,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) throws(KatanaError) {
    let updater = ErasedUpdater<State>(updater)
    if let problem = updater.problem { throw problem }
    try self.init(
      model: model, updater: updater, interpreters: interpreters,
      subscriptions: try subscriptions.map { provider throws(KatanaError) in
        try typedProvider(provider, of: State.self)
      },
      subscriptionInterpreters: subscriptionInterpreters, reportsUnhandled: reportsUnhandled, name: name,
      flow: flow, environment: environment, isolation: isolation)
  }

  /// The model; changing the returned value changes a copy.
  public var model: State { withState { $0 } }

  /// Processes a message, and every message that it leads to, before it returns.
  ///
  /// Inside of a turn the message waits behind those that already wait. Outside of the store's home, use a
  /// `Sender`.
  ///
  /// - Returns: The work that the message leads to, to wait for or to cancel; it costs nothing unless it is
  ///   used.
  @inlinable
  @inline(__always)
  @discardableResult
  public func dispatch(
    _ message: any Katana.Message, isolation: isolated (any Actor)? = #isolation
  ) -> SentWork {
    send(message, isolation: isolation)
  }
}

/// The message of the last update, for a subscription provider that reads it.
@usableFromInline
final class LastMessage {
  @usableFromInline var message: (any Message)?
  @usableFromInline var flow: Flow?

  /// The message of the current turn; nil outside of a turn, when the model was replaced.
  ///
  /// The last update need not be a turn's then: playing a record runs updates, too.
  @usableFromInline var ofTurn: (any Message)? { flow?.isInTurn == true ? message : nil }

  @usableFromInline
  init() {}
}
