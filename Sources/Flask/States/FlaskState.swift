/// The state of a substance: a value with defaults that can be archived.
///
/// ```swift
/// struct AppState: Flask.State {
///   var counter = 0
///   var title = ""
///   enum prop: StateProp { case counter, title }
/// }
/// ```
///
/// The `prop` enumeration is a convention, not a requirement: it names keys for
/// `reaction.on(AppState.prop.counter)`. A property whose name begins with an underscore is internal: it is
/// archived, but its changes are never reported.
///
/// The bare name `State` is SwiftUI's. A file writes `Flask.State` or `FlaskState`, whatever else it imports.
public protocol FlaskState: Codable, Sendable {
  /// Creates the first state of a substance.
  init()

  /// The version of the state's shape; 1 by default.
  ///
  /// Raise it whenever archives of the previous shape can no longer be decoded, and add a migration.
  static var archiveVersion: Int { get }

  /// The migrations from older shapes to this one, a step for each version.
  static var archiveMigrations: [ArchiveMigration] { get }

  /// The name that identifies the state in an archive; by default that of the type, without its module.
  ///
  /// An archive of another name is refused, even if it could be decoded. A renamed type keeps its archives by
  /// returning its old name here.
  static var archiveName: String { get }
}

extension FlaskState {
  /// The first version.
  public static var archiveVersion: Int { 1 }
  /// No migrations, because there is no older shape.
  public static var archiveMigrations: [ArchiveMigration] { [] }
  /// The name of the type, with its enclosing types and without its module.
  public static var archiveName: String { StateName.of(Self.self) }
}

/// The raw value of an enumeration of a state's keys.
public typealias StateProp = String

/// The raw value of an enumeration of mixers.
public typealias SubstanceMixer = String

/// The payload of a global mixer, by name.
public typealias FluxPayloadType = [String: any Sendable]
