public import Aftermath
import Millrace

/// The handler of an engine's route commands: it executes a command, or navigates with the current router.
///
/// ```swift
/// let navigator = Navigator(
///   engine: .shared, scheme: scheme,
///   commandRouter: { session.isLoggedIn ? commands : nil },
///   context: { window.screen },
///   router: { session.isLoggedIn ? afterLogin : beforeLogin })
/// ```
///
/// A location that the command router has a route for becomes a command, and nothing more. Any other location
/// goes to the router. The navigator reads both routers for each route command, so they may depend on the
/// application's state. An error from parsing, from the router or from a route goes to the router's error
/// route. If there is none, or if it throws, the error goes to the engine's error handler.
///
/// A navigator works until it is released, in the isolation that created it. An engine has one navigator at a
/// time.
public final class Navigator<Context>: ReactionProducer {
  /// The engine whose route commands are handled.
  public let engine: Engine
  /// The scheme whose routes are understood.
  public let scheme: RouteScheme
  private let commandRouter: () -> CommandRouter?
  private let context: () -> Context
  private let router: () -> Router<Context>
  private let handler: DisposalToken
  private let home: HomeReference

  /// Creates a navigator and registers it with the engine.
  ///
  /// - Parameters:
  ///   - engine: The engine whose route commands are handled. The navigator registers the command handler.
  ///   - scheme: The scheme whose routes are understood.
  ///   - commandRouter: The current routes that lead to commands.
  ///   - context: The current context in which routes show themselves.
  ///   - router: The current router, for the application's state.
  ///   - isolation: The isolation in which the closures and the routes are called.
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
      handle(error, router, context)
    }
  }

  private func rescue(_ error: any Error) {
    handle(error, router(), context())
  }

  /// Passes an error to the router's error route.
  ///
  /// If that throws, the engine's error handler receives both errors.
  private func handle(_ error: any Error, _ router: Router<Context>, _ context: Context) {
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

  /// Calls the engine in the isolation of the reactions, so that its commands run at once.
  private func atHome(_ use: @Sendable (Engine, isolated (any Actor)?) -> Void) {
    guard let home = home.actor else { return use(engine, nil) }
    let engine = engine
    home.assumeIsolated { use(engine, $0) }
  }
}
