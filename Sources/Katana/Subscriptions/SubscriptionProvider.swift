public import Millrace
public import MillraceOptics

/// A provider of subscriptions for any model: the form in which a provider is stored when its types are
/// erased.
///
/// Most providers are a ``SubscriptionProvider``, which knows the type of its model. A store and a
/// ``CombinedSubscriptionProvider`` take this form, too.
public protocol AnySubscriptionProvider: Sendable {
  /// Returns the subscriptions for a model; none for a model of another provider.
  func subscriptions(model: any Model, message: (any Message)?) -> [any Subscription]
}

/// A provider of the subscriptions that are active for a model.
///
/// It is a pure function that the store calls once at the start and after each turn.
///
/// ```swift
/// struct WatchSubscriptions: SubscriptionProvider {
///   func subscriptions(model: Watch, message: (any Message)?) -> [any Subscription] {
///     model.isRunning ? [Every(.seconds(1), send: WatchMessage.tick)] : []
///   }
/// }
/// ```
public protocol SubscriptionProvider<Mdl>: AnySubscriptionProvider {
  /// The type of the model.
  associatedtype Mdl: Model

  /// Returns the active subscriptions.
  ///
  /// - Parameters:
  ///   - model: The model after the turn.
  ///   - message: The message of the turn; nil at the start, and when the model was replaced without one.
  func subscriptions(model: Mdl, message: (any Message)?) -> [any Subscription]
}

extension SubscriptionProvider {
  /// Returns the active subscriptions; none for a model of another type.
  public func subscriptions(model: any Model, message: (any Message)?) -> [any Subscription] {
    (model as? Mdl).map { subscriptions(model: $0, message: message) } ?? []
  }
}

/// A provider that is a closure.
public struct FunctionSubscriptionProvider<Mdl: Model>: SubscriptionProvider {
  private let provide: @Sendable (Mdl, (any Message)?) -> [any Subscription]

  /// Creates a provider that reads the model alone.
  public init(_ provide: @escaping @Sendable (_ model: Mdl) -> [any Subscription]) {
    self.provide = { model, _ in provide(model) }
  }

  /// Creates a provider that reads the model and the message of the turn.
  public init(
    _ provide: @escaping @Sendable (_ model: Mdl, _ message: (any Message)?) -> [any Subscription]
  ) {
    self.provide = provide
  }

  /// Returns the active subscriptions.
  public func subscriptions(model: Mdl, message: (any Message)?) -> [any Subscription] {
    provide(model, message)
  }
}

/// A provider that combines several, each for the whole model or for a slice of it.
///
/// Their subscriptions are concatenated in the order of the providers; equal subscriptions of several
/// providers are one.
public struct CombinedSubscriptionProvider<Mdl: Model>: SubscriptionProvider {
  /// A provider, with the slice of the model that it reads.
  public struct Part: Sendable {
    let provide: @Sendable (Mdl, (any Message)?) -> [any Subscription]

    /// Creates a part for the whole model.
    public static func full(_ provider: some SubscriptionProvider<Mdl>) -> Part {
      Part { provider.subscriptions(model: $0, message: $1) }
    }

    /// Creates a part for the whole model from a provider whose types are erased.
    ///
    /// One of another model is reported to the flow's error handler, and has no subscriptions.
    @_disfavoredOverload
    public static func full(_ provider: any AnySubscriptionProvider) -> Part {
      do throws(KatanaError) {
        let provider = try typedProvider(provider, of: Mdl.self)
        return Part { provider.subscriptions(model: $0, message: $1) }
      } catch {
        return Part { _, _ in [ProblemSubscription(error: error)] }
      }
    }

    /// Explains, at compile time, that the provider is one of another model.
    @available(
      *, deprecated,
      message: "This provider reads another model; use .slice(path, provider) with the path to its model."
    )
    public static func full(_ provider: some SubscriptionProvider) -> Part {
      full(provider as any AnySubscriptionProvider)
    }

    /// Creates a part for the slice at a key path.
    public static func slice<Slice: Model>(
      _ path: any KeyPath<Mdl, Slice> & Sendable, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      Part { provider.subscriptions(model: $0[keyPath: path], message: $1) }
    }

    /// Creates a part for a slice that may be missing; while it is missing, there are no subscriptions.
    public static func slice<Slice: Model>(
      _ part: AffineTraversal<Mdl, Slice>, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      Part { model, message in
        part.tryGet(model).map { provider.subscriptions(model: $0, message: message) } ?? []
      }
    }

    /// Creates a part for the slice at a lens.
    public static func slice<Slice: Model>(
      _ lens: Lens<Mdl, Slice>, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      slice(AffineTraversal(lens: lens), provider)
    }

    /// Creates a part for one case of an enum.
    public static func slice<Slice: Model>(
      _ prism: Prism<Mdl, Slice>, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      slice(AffineTraversal(prism: prism), provider)
    }

    /// Creates a part for every row of a table; O(rows) after each turn.
    public static func rows<ID: Hashable & Sendable, Row: Model>(
      of path: any KeyPath<Mdl, RowTable<ID, Row>> & Sendable,
      _ provider: some SubscriptionProvider<Row>
    ) -> Part {
      Part { model, message in
        model[keyPath: path].rows.flatMap { provider.subscriptions(model: $0, message: message) }
      }
    }

    /// Creates a part for every element of an array, or of another sequence such as the values of a
    /// dictionary; O(elements) after each turn.
    public static func rows<Rows: Sequence & SendableMetatype>(
      of path: any KeyPath<Mdl, Rows> & Sendable, _ provider: some SubscriptionProvider<Rows.Element>
    ) -> Part {
      Part { model, message in
        model[keyPath: path].flatMap { provider.subscriptions(model: $0, message: message) }
      }
    }
  }

  private let parts: [Part]

  /// Creates a provider that calls the parts in order.
  public init(_ parts: Part...) {
    self.init(parts)
  }

  /// Creates a provider that calls the parts in order.
  public init(_ parts: [Part]) {
    self.parts = parts
  }

  /// Returns the active subscriptions of all parts.
  public func subscriptions(model: Mdl, message: (any Message)?) -> [any Subscription] {
    parts.flatMap { $0.provide(model, message) }
  }
}

/// Returns a provider whose types are erased as one of a certain model.
///
/// - Throws: ``KatanaError/otherModel(part:model:of:)`` when it is a provider of another model.
func typedProvider<Mdl: Model>(
  _ provider: any AnySubscriptionProvider, of model: Mdl.Type
) throws(KatanaError) -> any SubscriptionProvider<Mdl> {
  if let typed = provider as? any SubscriptionProvider<Mdl> { return typed }
  if let other = provider as? any SubscriptionProvider {
    throw .otherModel(part: "\(type(of: provider))", model: "\(Mdl.self)", of: "\(other.modelType)")
  }
  return FunctionSubscriptionProvider<Mdl> { model, message in
    provider.subscriptions(model: model as any Model, message: message)
  }
}

/// A subscription that cannot start, because its provider reads another model.
struct ProblemSubscription: Subscription {
  let error: KatanaError
}

extension SubscriptionProvider {
  fileprivate var modelType: any Model.Type { Mdl.self }
}
