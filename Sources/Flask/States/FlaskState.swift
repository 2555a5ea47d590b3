/// What a substance keeps: a value with defaults, which can be archived.
///
/// ```swift
/// struct AppState: Flask.State {
///   var counter = 0
///   var title = ""
///   enum prop: StateProp { case counter, title }
/// }
/// ```
///
/// The `prop` enumeration is a habit, not a requirement: it names keys for `reaction.on(AppState.prop.counter)`. A
/// property whose name begins with an underscore is internal: it is archived, and no change of it is ever reported.
///
/// The bare name `State` is SwiftUI's. A file writes `Flask.State` or `FlaskState`, whatever else it imports.
public protocol FlaskState: Codable, Sendable {
  /// The state from which a substance starts.
  init()

  /// The number of this shape of the state; 1 unless said otherwise.
  ///
  /// Raise it whenever an archive of the shape before could not be decoded any more, and add a migration.
  static var archiveVersion: Int { get }

  /// What leads from the older shapes to this one, a step for each version.
  static var archiveMigrations: [ArchiveMigration] { get }

  /// The name by which an archive says that it is of this state; by default that of the type, without its module.
  ///
  /// An archive of another name is refused, also when it could be decoded. A type that is renamed keeps its archives
  /// by giving its old name here.
  static var archiveName: String { get }
}

extension FlaskState {
  /// The first shape.
  public static var archiveVersion: Int { 1 }
  /// None, as there is no older shape.
  public static var archiveMigrations: [ArchiveMigration] { [] }
  /// The name of the type, with the types that it lies in and without its module.
  public static var archiveName: String { StateName.of(Self.self) }
}

/// What an enumeration of a state's keys has for raw values.
public typealias StateProp = String

/// What an enumeration of mixers has for raw values.
public typealias SubstanceMixer = String

/// What a global mixer is given, by name.
public typealias FluxPayloadType = [String: any Sendable]
