public import Millrace
public import MillraceOptics

/// Says what to listen to, for any model: the form in which a provider can be kept without knowing its types.
///
/// Write a ``SubscriptionProvider``.
public protocol AnySubscriptionProvider {
  /// What to listen to while the model is as given; nothing for a model that is not this provider's.
  func subscriptions(model: any Model, message: (any Message)?) -> [any Subscription]
}

/// Says what to listen to while the model is as given.
///
/// It is a pure function, asked once at the start and after each turn.
///
/// ```swift
/// struct WatchSubscriptions: SubscriptionProvider {
///   func subscriptions(model: Watch, message: (any Message)?) -> [any Subscription] {
///     model.isRunning ? [Every(.seconds(1), send: WatchMessage.tick)] : []
///   }
/// }
/// ```
public protocol SubscriptionProvider<Mdl>: AnySubscriptionProvider {
  /// The model that it looks at.
  associatedtype Mdl: Model

  /// What to listen to.
  ///
  /// - Parameters:
  ///   - model: The model after the turn.
  ///   - message: The message of the turn; nil at the start, and when the model was replaced without one.
  func subscriptions(model: Mdl, message: (any Message)?) -> [any Subscription]
}

extension SubscriptionProvider {
  /// What to listen to; nothing for a model of another type.
  public func subscriptions(model: any Model, message: (any Message)?) -> [any Subscription] {
    (model as? Mdl).map { subscriptions(model: $0, message: message) } ?? []
  }
}

/// A provider that is a closure.
public struct FunctionSubscriptionProvider<Mdl: Model>: SubscriptionProvider {
  private let provide: (Mdl, (any Message)?) -> [any Subscription]

  /// A provider that looks at the model alone.
  public init(_ provide: @escaping (_ model: Mdl) -> [any Subscription]) {
    self.provide = { model, _ in provide(model) }
  }

  /// A provider that looks at the model and the message of the turn.
  public init(_ provide: @escaping (_ model: Mdl, _ message: (any Message)?) -> [any Subscription]) {
    self.provide = provide
  }

  /// What to listen to.
  public func subscriptions(model: Mdl, message: (any Message)?) -> [any Subscription] {
    provide(model, message)
  }
}

/// A provider that is made of several, each for the whole model or for a slice of it.
///
/// Their subscriptions follow one another in the order of the providers; what several want is shared.
public struct CombinedSubscriptionProvider<Mdl: Model>: SubscriptionProvider {
  /// One of the providers, and where in the model it looks.
  public struct Part {
    let provide: (Mdl, (any Message)?) -> [any Subscription]

    /// A provider for the whole model.
    public static func full(_ provider: some SubscriptionProvider<Mdl>) -> Part {
      Part { provider.subscriptions(model: $0, message: $1) }
    }

    /// A provider for the part that a key path leads to.
    public static func slice<Slice: Model>(
      _ path: KeyPath<Mdl, Slice>, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      Part { provider.subscriptions(model: $0[keyPath: path], message: $1) }
    }

    /// A provider for a part that may be missing; while it is, there is nothing to listen to.
    public static func slice<Slice: Model>(
      _ part: AffineTraversal<Mdl, Slice>, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      Part { model, message in
        part.tryGet(model).map { provider.subscriptions(model: $0, message: message) } ?? []
      }
    }

    /// A provider for the part that a lens leads to.
    public static func slice<Slice: Model>(
      _ lens: Lens<Mdl, Slice>, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      slice(AffineTraversal(lens: lens), provider)
    }

    /// A provider for one case of an enum.
    public static func slice<Slice: Model>(
      _ prism: Prism<Mdl, Slice>, _ provider: some SubscriptionProvider<Slice>
    ) -> Part {
      slice(AffineTraversal(prism: prism), provider)
    }

    /// A provider for every row of a table; O(rows) after each turn.
    public static func rows<ID: Hashable & Sendable, Row: Model>(
      of path: KeyPath<Mdl, RowTable<ID, Row>>, _ provider: some SubscriptionProvider<Row>
    ) -> Part {
      Part { model, message in
        model[keyPath: path].rows.flatMap { provider.subscriptions(model: $0, message: message) }
      }
    }
  }

  private let parts: [Part]

  /// A provider that asks these in order.
  public init(_ parts: Part...) {
    self.init(parts)
  }

  /// A provider that asks these in order.
  public init(_ parts: [Part]) {
    self.parts = parts
  }

  /// What to listen to.
  public func subscriptions(model: Mdl, message: (any Message)?) -> [any Subscription] {
    parts.flatMap { $0.provide(model, message) }
  }
}
