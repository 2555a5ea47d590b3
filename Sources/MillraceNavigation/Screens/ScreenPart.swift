public import Millrace
import MillraceOptics

/// The screens of a ``ScreenPath`` or a ``Presentation``, each a part of the state.
///
/// A screen ends as a whole when it leaves: popped, dismissed, replaced, or with a path that another takes
/// the place of. Its effects, their timers, its subscriptions and the parts inside it end with it, and
/// nothing of theirs reaches another screen. The ids and queues of its effects are its own, even beside
/// another screen of the same case.
///
/// ```swift
/// let path = ScreenPart("path", at: \App.path, { Message.path($0) }, parts: [list, detail]) {
///   screen, message in
///   switch message {
///   case .list(let message): list.update(&screen, message)
///   case .detail(let message): detail.update(&screen, message)
///   }
/// }
/// let store = Store(App(), parts: [path]) { app, message in
///   switch message {
///   case .path(let message): return path.update(&app, message)
///   case .open(let note): app.path.push(.detail(Detail(note: note)))
///   }
///   return .none
/// }
/// ```
///
/// An answer of a screen, ``/Millrace/Effect/answer(_:)``, belongs to the state around the path, also from a
/// part that is one case of the screen.
///
/// Cost: after each turn, O(changed screens); nothing while no screen has begun anything.
public struct ScreenPart<State, Message: Sendable, ScreenMessage: Sendable>: StatePart {
  /// The declaration by which the store tracks the screens.
  public let declaration: PartDeclaration<State, Message>
  private let change: (inout State, NavigationMessage<ScreenMessage>) -> Effect<Message>

  /// Creates the parts that are the screens of a path.
  ///
  /// - Parameters:
  ///   - name: The name of the part, unique among the parts directly in the same state.
  ///   - path: The property that holds the path.
  ///   - embed: A function that wraps the messages of the path into those of the state around it.
  ///   - parts: The parts inside a screen, such as its cases.
  ///   - subscriptions: A function that returns the subscriptions for a screen; called after each turn that
  ///     changed the screen.
  ///   - update: A function that changes a screen in place and returns the requested effect.
  public init<Screen>(
    _ name: EffectID, at path: any WritableKeyPath<State, ScreenPath<Screen>> & Sendable,
    _ embed: @escaping @Sendable (NavigationMessage<ScreenMessage>) -> Message,
    parts: [any StatePart<Screen, ScreenMessage>] = [],
    subscriptions: ((Screen) -> [StoreSubscription<ScreenMessage>])? = nil,
    update: @escaping (inout Screen, ScreenMessage) -> Effect<ScreenMessage>
  ) {
    self.init(
      name, at: Lens(path), embed, parts: parts, subscriptions: subscriptions, update: update)
  }

  /// Creates the part that is the screen of a presentation.
  ///
  /// - Parameters:
  ///   - name: The name of the part, unique among the parts directly in the same state.
  ///   - path: The property that holds the presentation.
  ///   - embed: A function that wraps the messages of the presentation into those of the state around it.
  ///   - parts: The parts inside the screen, such as its cases.
  ///   - subscriptions: A function that returns the subscriptions for a screen; called after each turn that
  ///     changed the screen.
  ///   - update: A function that changes a screen in place and returns the requested effect.
  public init<Screen>(
    _ name: EffectID, at path: any WritableKeyPath<State, Presentation<Screen>> & Sendable,
    _ embed: @escaping @Sendable (NavigationMessage<ScreenMessage>) -> Message,
    parts: [any StatePart<Screen, ScreenMessage>] = [],
    subscriptions: ((Screen) -> [StoreSubscription<ScreenMessage>])? = nil,
    update: @escaping (inout Screen, ScreenMessage) -> Effect<ScreenMessage>
  ) {
    let screens = Lens<Presentation<Screen>, ScreenPath<Screen>>(
      get: { $0.path }, modify: { $1(&$0.path) })
    self.init(
      name, at: Lens(path) >>> screens, embed, parts: parts, subscriptions: subscriptions, update: update)
  }

  private init<Screen>(
    _ name: EffectID, at path: Lens<State, ScreenPath<Screen>>,
    _ embed: @escaping @Sendable (NavigationMessage<ScreenMessage>) -> Message,
    parts: [any StatePart<Screen, ScreenMessage>],
    subscriptions: ((Screen) -> [StoreSubscription<ScreenMessage>])?,
    update: @escaping (inout Screen, ScreenMessage) -> Effect<ScreenMessage>
  ) {
    let screens = RowPart<
      ScreenPath<Screen>, NavigationMessage<ScreenMessage>, ScreenID, ScreenMessage
    >(
      screenName, at: \.table, { .screen($0, $1) }, parts: parts, subscriptions: subscriptions,
      update: update)
    // The path itself is a part, too: a new one numbers its screens from 1 again.
    let whole = Part<State, Message, NavigationMessage<ScreenMessage>>(
      name, at: AffineTraversal(lens: path), embed, identity: { $0.origin.stamp }, parts: [screens]
    ) { (_: inout ScreenPath<Screen>, _) in .unhandled }
    declaration = whole.declaration
    change = { state, message in
      var effect = Effect<Message>.none
      path.modify(&state) { path in
        switch message {
        case .dismissed(let id): path.dismiss(id)
        case .screen(let id, let message):
          guard let asked = path.update(id, { update(&$0, message) }) else {
            effect = .unhandled
            return
          }
          effect = asked.map { embed(.screen(id, $0)) }
            .within(PartMembership(PartTag(screenName, EffectID(id)), passesAnswers: true))
            .within(PartMembership(PartTag(name, EffectID(path.origin.stamp)), passesAnswers: true))
        }
      }
      return effect
    }
  }

  /// Applies a message: changes its screen in place and returns the requested effect, wrapped, or dismisses
  /// the screen and those above it.
  ///
  /// If a message is for a screen that is not there, it changes nothing and returns
  /// ``/Millrace/Effect/unhandled``. The dismissal of such a screen changes nothing: it is dismissed already.
  public func update(_ state: inout State, _ message: NavigationMessage<ScreenMessage>) -> Effect<Message> {
    change(&state, message)
  }
}

/// The name of screens inside their path.
private let screenName: EffectID = "screen"
