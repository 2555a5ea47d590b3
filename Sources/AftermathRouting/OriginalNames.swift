import Aftermath
public import Foundation

// The names of AftermathCompass and Compass, and what to write instead.

/// The original's name of ``RouteCommand``.
@available(*, deprecated, renamed: "RouteCommand")
public typealias CompassCommand = RouteCommand

/// The original's name of ``RouteCommandHandler``.
@available(*, deprecated, renamed: "RouteCommandHandler")
public typealias CompassCommandHandler = RouteCommandHandler

/// The original's name of ``Navigator``.
@available(*, deprecated, message: "Use Navigator(engine:scheme:commandRouter:context:router:).")
public typealias CompassManager = Navigator

/// The original's name of ``LocationError``.
@available(*, deprecated, renamed: "LocationError")
public typealias CompassError = LocationError

extension LocationError {
  /// The error has a case for each reason instead.
  @available(
    *, unavailable,
    message: "Catch LocationError.wrongScheme, .badEncoding or another case: each is one reason."
  )
  public static var invalidURLString: LocationError { .badEncoding("", route: "") }

  /// The error has a case with the route instead.
  @available(*, unavailable, message: "Catch LocationError.unknownRoute, which has the route.")
  public static var invalidRoute: LocationError { .unknownRoute("", scheme: "", known: []) }
}

extension Navigator {
  /// Creates a navigator of the shared engine, with the scheme of the router of the moment.
  @available(*, deprecated, message: "Use Navigator(engine:scheme:commandRouter:context:router:).")
  public convenience init(
    router: @escaping () -> Router<Context>, commandRouter: @escaping () -> CommandRouter? = { nil },
    currentController: @escaping () -> Context, isolation: isolated any Actor = #isolation
  ) {
    self.init(
      engine: .shared, scheme: router().scheme, commandRouter: commandRouter, context: currentController,
      router: router, isolation: isolation)
  }
}

extension RouteCommand {
  /// The original's name of ``init(urn:payload:)``.
  @available(*, deprecated, renamed: "init(urn:payload:)")
  public init(URN: String, payload: (any Sendable)? = nil) { self.init(urn: URN, payload: payload) }

  /// The original's name of ``init(url:payload:)-(URL,_)``.
  @available(*, deprecated, renamed: "init(url:payload:)")
  public init(URL: URL, payload: (any Sendable)? = nil) { self.init(url: URL, payload: payload) }
}

/// The original's errors of routes and routers.
@available(
  *, deprecated, message: "Read values by type, as in location.argument(\"id\", as: Int.self), which throws."
)
public enum RouteError: Error, Sendable {
  /// There is no route. ``Router`` throws ``RouterError/noRoute(path:router:routes:)`` instead.
  case notFound
  /// The arguments are not those that the route needs.
  case invalidArguments(Location)
  /// The payload is not the one that the route needs.
  case invalidPayload(Location)
}

// Compass had one scheme for the whole process, in the type `Navigator`.
extension Navigator where Context == Never {
  /// A ``RouteScheme`` has a name instead.
  @available(*, unavailable, message: "Make a RouteScheme with this name, and pass it to a Navigator.")
  public static var scheme: String {
    get { "" }
    set {}
  }

  /// A ``RouteScheme`` has the patterns instead.
  @available(*, unavailable, message: "Pass the patterns to RouteScheme(_:routes:).")
  public static var routes: [String] {
    get { [] }
    set {}
  }

  /// A ``RouteScheme`` has a delimiter instead.
  @available(*, unavailable, message: "Pass the delimiter to RouteScheme(_:routes:delimiter:).")
  public static var delimiter: String {
    get { "" }
    set {}
  }

  /// A reaction to ``RouteCommand`` receives the locations instead.
  @available(
    *, unavailable,
    message: "Register a RouteCommandHandler, and react(to: RouteCommand.self) { location in … }."
  )
  public static var handle: ((Location) -> Void)? {
    get { nil }
    set {}
  }

  /// A ``RouteScheme`` parses instead.
  @available(*, unavailable, message: "Use parse(url:payload:) of the RouteScheme, which throws the reason.")
  public static func parse(url: URL, payload: Any? = nil) -> Location? { nil }

  /// A ``RouteCommand`` navigates instead.
  @available(*, unavailable, message: "Execute RouteCommand(urn:payload:).")
  public static func navigate(urn: String, payload: Any? = nil) throws {}

  /// A ``RouteCommand`` navigates instead.
  @available(*, unavailable, message: "Execute RouteCommand(url:payload:).")
  public static func navigate(url: URL, payload: Any? = nil) throws {}

  /// A ``RouteCommand`` navigates instead.
  @available(*, unavailable, message: "Execute RouteCommand(to:).")
  public static func navigate(location: Location) throws {}
}
