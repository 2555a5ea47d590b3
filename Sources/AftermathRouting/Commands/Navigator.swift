public import Aftermath
import Millrace

/// Leads each route command of an engine to where it goes: to a command, or through the router of the moment.
///
/// ```swift
/// let navigator = Navigator(
///   engine: .shared, scheme: scheme,
///   commandRouter: { session.isLoggedIn ? commands : nil },
///   context: { window.screen },
///   router: { session.isLoggedIn ? afterLogin : beforeLogin })
/// ```
///
/// A location that the command router has a route for becomes a command, and nothing more. Any other goes through
/// the router. Both are asked for anew each time, so that they may follow the application's state. What goes wrong, in parsing, in the router or in a route, goes to
/// the router's error route; where there is none, or that fails, to the engine's error handler.
///
/// A navigator works for as long as it is kept, in the isolation that it was made in. An engine has one at a time.
public final class Navigator<Context>: ReactionProducer {
  /// The engine whose route commands it follows.
  public let engine: Engine
  /// The routes that are understood.
  public let scheme: RouteScheme
  private let commandRouter: () -> CommandRouter?
  private let context: () -> Context
  private let router: () -> Router<Context>
  private let handler: DisposalToken
  /// Where the navigator lives.
  private let home: HomeReference

  /// A navigator that is at work.
  ///
  /// - Parameters:
  ///   - engine: The engine whose route commands it follows; it gets the handler for them.
  ///   - scheme: The routes that are understood.
  ///   - commandRouter: The routes that are commands, now.
  ///   - context: What routes show themselves in, now.
  ///   - router: The routes there are in the application's state, now.
  ///   - isolation: Where the closures and the routes are called.
  public init(
    engine: Engine, scheme: RouteScheme, commandRouter: @escaping () -> CommandRouter? = { nil },
    context: @escaping () -> Context, router: @escaping () -> Router<Context>,
    isolation: isolated any Actor = #isolation
  ) {
    self.engine = engine
    self.scheme = scheme
    self.commandRouter = commandRouter
    self.context = context
    self.router = router
    home = HomeReference(isolation)
    handler = engine.use(handler: RouteCommandHandler(scheme), isolation: isolation)
    react(
      to: RouteCommand.self,
      with: Reaction(
        consume: { [weak self] in self?.follow($0) }, rescue: { [weak self] in self?.rescue($0) }),
      isolation: isolation)
  }

  deinit {
    engine.dispose(token: handler)
  }

  private func follow(_ location: Location) {
    do {
      if let command = try commandRouter()?.command(for: location) {
        return atHome { $0.execute(command: command, isolation: $1) }
      }
    } catch {
      return rescue(error)
    }
    let router = router()
    let context = context()
    do {
      try router.navigate(to: location, from: context)
    } catch {
      tell(error, router, context)
    }
  }

  private func rescue(_ error: any Error) {
    tell(error, router(), context())
  }

  /// Tells the router's error route.
  ///
  /// When that fails too, the engine's error handler hears of both errors, so that neither is lost.
  private func tell(_ error: any Error, _ router: Router<Context>, _ context: Context) {
    guard let errorRoute = router.errorRoute else { return report(error) }
    do {
      try errorRoute.handle(routeError: error, from: context)
    } catch let second {
      report(error)
      report(second)
    }
  }

  private func report(_ error: any Error) {
    atHome { $0.report(error, isolation: $1) }
  }

  /// Uses the engine from the isolation that reactions run in, so that what is asked for has its turn at once.
  private func atHome(_ use: @Sendable (Engine, isolated (any Actor)?) -> Void) {
    guard let home = home.actor else { return use(engine, nil) }
    let engine = engine
    home.assumeIsolated { use(engine, $0) }
  }
}
