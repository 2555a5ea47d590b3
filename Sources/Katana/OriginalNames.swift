// The names of the evolution proposal that are others here.

/// The proposal's name of ``Dispatcher``, without `@escaping`.
@available(*, deprecated, renamed: "Dispatcher")
public typealias DispatchMessageFn = Dispatcher

/// The proposal's name of ``Subscription`` without its type.
@available(*, deprecated, renamed: "Subscription")
public typealias AnySubscription = Subscription

/// The proposal's name of ``CombinedUpdater/Part``.
@available(*, deprecated, message: "Write `CombinedUpdater<Model>.Part`.")
public typealias CombinedUpdaterSlice<Mdl: Model> = CombinedUpdater<Mdl>.Part

extension Updater {
  /// The proposal's name of ``Updater/Mdl``.
  @available(*, deprecated, renamed: "Mdl")
  public typealias TypedModel = Mdl
}

extension TypedUpdater {
  /// The proposal's name of ``TypedUpdater/Msg``.
  @available(*, deprecated, renamed: "Msg")
  public typealias TypedMessage = Msg
}

extension CombinedUpdater.Part {
  /// Creates a part for the slice at a key path, in the proposal's form.
  @available(*, deprecated, renamed: "slice(_:_:)")
  public static func slice<Slice: Model>(
    keypath: any WritableKeyPath<Mdl, Slice> & Sendable, _ updater: some Updater<Slice>
  ) -> Self {
    slice(keypath, updater)
  }
}
