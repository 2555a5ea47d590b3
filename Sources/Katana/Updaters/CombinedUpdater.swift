public import MillraceOptics

/// An updater that combines several, each for the whole model or for a slice of it.
///
/// The parts are called in order. Each receives the model that the parts before it have left; their commands
/// are concatenated in that order. A part for messages of one type is called only for those: the others cost
/// a comparison. A message that fits no part changes nothing and copies nothing.
///
/// ```swift
/// let updater = CombinedUpdater<App>(
///   .full(NavigationUpdater()),
///   .slice(\.account, AccountUpdater()),
///   .slice(Route.inbox, InboxUpdater()),
///   .row(of: \.todos, TodoUpdater()) { (message: TodoMessage) in message.id })
/// ```
public struct CombinedUpdater<Mdl: Model>: Updater {
  /// An updater, with the slice of the model that it changes.
  public struct Part: Sendable {
    @usableFromInline let messageType: ObjectIdentifier?
    @usableFromInline let handles: @Sendable (any Message) -> Bool
    @usableFromInline let change: @Sendable (any Message, inout Mdl) -> [any Command]?

    @inlinable
    init(
      _ messageType: (any Message.Type)?, handles: @escaping @Sendable (any Message) -> Bool,
      _ change: @escaping @Sendable (any Message, inout Mdl) -> [any Command]?
    ) {
      self.messageType = messageType.map { ObjectIdentifier($0) }
      self.handles = handles
      self.change = change
    }

    @inlinable
    init(
      _ updater: some Updater, _ change: @escaping @Sendable (any Message, inout Mdl) -> [any Command]?
    ) {
      self.init(updater.messageType, handles: { updater.handles($0) }, change)
    }

    @inlinable
    init<Msg: Message>(
      of type: Msg.Type, _ updater: some Updater,
      _ change: @escaping @Sendable (any Message, Msg, inout Mdl) -> [any Command]?
    ) {
      self.init(
        Msg.self is AnyObject.Type ? nil : Msg.self,
        handles: { $0.typed(as: Msg.self) != nil && updater.handles($0) }
      ) { message, model in
        guard let typed = message.typed(as: Msg.self), updater.handles(message) else { return nil }
        return change(message, typed, &model)
      }
    }

    /// Creates a part for the whole model.
    @inlinable
    public static func full(_ updater: some Updater<Mdl>) -> Part {
      Part(updater) { updater.apply($0, to: &$1) }
    }

    /// Creates a part for the slice at a key path.
    @inlinable
    public static func slice<Slice: Model>(
      _ path: any WritableKeyPath<Mdl, Slice> & Sendable, _ updater: some Updater<Slice>
    ) -> Part {
      guard let offset = MemoryLayout<Mdl>.offset(of: path) else {
        return Part(updater) { updater.apply($0, to: &$1[keyPath: path]) }
      }
      // A stored property is reached by its offset, which costs nothing; a key path is walked each time.
      return Part(updater) { message, model in
        withUnsafeMutablePointer(to: &model) { place in
          // Sound: the path is a stored property, which lies at this offset.
          let slice = (UnsafeMutableRawPointer(place) + offset).assumingMemoryBound(to: Slice.self)
          return updater.apply(message, to: &slice.pointee)
        }
      }
    }

    /// Creates a part for a slice that may be missing, such as a case of an enum or a row of a table.
    ///
    /// While the slice is missing, the part handles no message.
    @inlinable
    public static func slice<Slice: Model>(
      _ part: AffineTraversal<Mdl, Slice>, _ updater: some Updater<Slice>
    ) -> Part {
      Part(updater) { message, model in
        guard updater.handles(message) else { return nil }
        return (part.modify(&model) { updater.apply(message, to: &$0) }) ?? nil
      }
    }

    /// Creates a part for the slice at a lens.
    @inlinable
    public static func slice<Slice: Model>(
      _ lens: Lens<Mdl, Slice>, _ updater: some Updater<Slice>
    ) -> Part {
      slice(AffineTraversal(lens: lens), updater)
    }

    /// Creates a part for one case of an enum.
    @inlinable
    public static func slice<Slice: Model>(
      _ prism: Prism<Mdl, Slice>, _ updater: some Updater<Slice>
    ) -> Part {
      slice(AffineTraversal(prism: prism), updater)
    }

    /// Creates a part for the slice that the message itself leads to.
    @inlinable
    public static func slice<Slice: Model, Msg: Message>(
      at part: @escaping @Sendable (_ message: Msg) -> AffineTraversal<Mdl, Slice>,
      _ updater: some Updater<Slice>
    ) -> Part {
      Part(of: Msg.self, updater) { message, typed, model in
        (part(typed).modify(&model) { updater.apply(message, to: &$0) }) ?? nil
      }
    }
  }

  @usableFromInline let parts: [Part]

  /// Creates an updater that calls the parts in order.
  @inlinable
  public init(_ parts: Part...) {
    self.init(parts)
  }

  /// Creates an updater that calls the parts in order.
  @inlinable
  public init(_ parts: [Part]) {
    self.parts = parts
  }

  /// Returns whether a part may handle the message.
  @inlinable
  public func handles(_ message: any Message) -> Bool {
    let type = ObjectIdentifier(Swift.type(of: message))
    return parts.contains { ($0.messageType ?? type) == type && $0.handles(message) }
  }

  /// Changes the model in place; returns the commands of all parts in order, or nil when the message fits
  /// none.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    let type = ObjectIdentifier(Swift.type(of: message))
    var commands: [any Command]?
    for part in parts {
      if let only = part.messageType, only != type { continue }
      guard let more = part.change(message, &model) else { continue }
      if commands == nil {
        commands = more
      } else {
        commands? += more
      }
    }
    return commands
  }

  /// Returns the model after a message, and the message's commands.
  @inlinable
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = apply(message, to: &model)
    return (model, commands ?? [])
  }
}
