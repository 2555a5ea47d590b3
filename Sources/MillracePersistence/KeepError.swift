public import Millrace

/// A reason why a part of a state is not kept, or was not restored.
///
/// The flow's error handler receives it as ``/Millrace/FlowError/reported(store:error:)``.
public enum KeepError: Error, Hashable, Sendable {
  /// The kept value is damaged, or does not have the shape of the part.
  case unreadable(location: String, reason: String)
  /// A step of the schema has failed for the kept value.
  case upcastFailed(location: String, UpcastError)
  /// An unreadable value was set aside, because the part has changed and is kept in its place.
  case setAside(location: String, to: String)
  /// A newer program has kept the value.
  case newerVersion(location: String, found: SchemaKind, known: Int)
  /// An older program has kept the value, and no steps lead from its version to today's.
  case missingSteps(location: String, found: SchemaKind, known: Int)
  /// The value is of a kind that the schema does not know.
  case foreignKind(location: String, found: SchemaKind, known: [SchemaKind])
  /// The place could not be read.
  case cannotRead(location: String, reason: String)
  /// The place could not be written.
  case cannotWrite(location: String, reason: String)
  /// The place could not be watched.
  case cannotWatch(location: String, reason: String)
  /// The part could not be encoded.
  case cannotEncode(location: String, reason: String)
  /// The schema has flaws.
  case unsoundSchema(location: String, flaws: [String])
  /// Another part of this process is kept in the same place.
  case keptTwice(location: String)

  /// True if nothing is written to the place until it can be read.
  var isObstacle: Bool {
    switch self {
    case .newerVersion, .missingSteps, .foreignKind, .cannotRead, .unsoundSchema, .keptTwice: true
    case .unreadable, .upcastFailed, .setAside, .cannotWrite, .cannotWatch, .cannotEncode: false
    }
  }
}

extension KeepError: AdvisingError {}

extension KeepError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let location, let reason):
      """
      What is kept in `\(location)` cannot be used: \(reason). It stays where it is until the part changes, and is \
      then set aside; if the part's type has changed, raise the version of its schema and add an `upcast`, or decode the \
      key with a default; otherwise repair what is kept, or delete it.
      """
    case .upcastFailed(let location, let error):
      """
      What is kept in `\(location)` cannot be converted to the current version: \(error). It stays where it is until \
      the part changes, and is then set aside; correct the step, so that it accepts every value of version \
      \(error.kind.version).
      """
    case .setAside(let location, let place):
      """
      What was kept in `\(location)` could not be used and was set aside as `\(place)`, because the part has changed; \
      inspect it, or delete it if it is not needed.
      """
    case .newerVersion(let location, let found, let known):
      """
      `\(location)` has \(found), but this program knows versions up to \(known). It stays where it is, and changes are \
      not kept; use the newer program again, or move the file away.
      """
    case .missingSteps(let location, let found, let known):
      """
      `\(location)` has \(found), the current version is \(known), and no steps lead from one to the other. It stays \
      where it is, and changes are not kept; add the steps to the schema with `upcast`.
      """
    case .foreignKind(let location, let found, let known):
      """
      `\(location)` has \(found), which the schema does not know. It stays where it is, and changes are not kept; keep \
      the part in another place, or give its kind the name that it had, in place of \
      \(known.map { "`\($0.name)`" }.joined(separator: ", ")).
      """
    case .cannotRead(let location, let reason):
      """
      `\(location)` could not be read: \(reason). Changes are not kept, so that nothing is lost; correct the path, or \
      give the process permission to read it, and call `flush()` or start again.
      """
    case .cannotWrite(let location, let reason):
      """
      `\(location)` could not be written: \(reason). It is unchanged; free space or give permission. The next change, or \
      `flush()`, tries again.
      """
    case .cannotWatch(let location, let reason):
      """
      `\(location)` could not be watched: \(reason). Changes by other processes are not noticed; the next write tries \
      again.
      """
    case .cannotEncode(let location, let reason):
      """
      The part that is kept in `\(location)` could not be encoded: \(reason). The earlier value is still there; change \
      the part's properties, or their encoding.
      """
    case .unsoundSchema(let location, let flaws):
      """
      The schema of the part that is kept in `\(location)` cannot be used: \(flaws.joined(separator: "; ")). Nothing was \
      read, and changes are not kept; correct the schema.
      """
    case .keptTwice(let location):
      """
      A part is already kept in `\(location)` by this process, so this one is not; keep each part in a place of its own, \
      or end the other with `stop()`.
      """
    }
  }
}
