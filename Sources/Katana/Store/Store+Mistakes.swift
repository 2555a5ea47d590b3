public import Millrace

// A common mistake that compiles, declared here for the sake of the compiler's message.
extension Millrace.Store where State: Model, Message == any Katana.Message {
  /// Explains, at compile time, that the updater is one of another model.
  ///
  /// - Throws: ``KatanaError/otherModel(part:model:of:)``, always.
  @available(
    *, deprecated,
    message: "This updater changes another model; use CombinedUpdater(.slice(path, updater))."
  )
  public convenience init(
    model: State,
    updater: some Updater,
    interpreters: [any AnyCommandInterpreter] = [],
    subscriptions: (any SubscriptionProvider<State>)? = nil,
    subscriptionInterpreters: [any AnySubscriptionInterpreter.Type] = [],
    reportsUnhandled: Bool = false,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) throws(KatanaError) {
    try self.init(
      model: model, updater: updater as any AnyUpdater, interpreters: interpreters,
      subscriptions: subscriptions, subscriptionInterpreters: subscriptionInterpreters,
      reportsUnhandled: reportsUnhandled, name: name, flow: flow, environment: environment,
      isolation: isolation)
  }
}
