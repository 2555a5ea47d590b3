import MillraceSQLite

/// The targets of fuzzing, one for each kind of input that comes from outside.
///
/// The fuzzing program and the tests share these checks: a folder of the program's sources is a link to this
/// one.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// CBOR, read as values.
  case cbor
  /// JSON, read as values.
  case json
  /// CBOR, decoded as types.
  case record
  /// An export, checked and imported.
  case export
  /// The file of a journal, looked at in every way.
  case database

  /// Takes any bytes at all.
  ///
  /// - Throws: ``FuzzFinding`` when a law is broken. What the input is refused for is no finding.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .cbor: try FuzzValues.checkCBOR(bytes)
    case .json: try FuzzValues.checkJSON(bytes)
    case .record: try FuzzRecords.check(bytes)
    case .export: try FuzzExports.check(bytes)
    case .database: try FuzzDatabases.check(bytes)
    }
  }
}

/// A law that an input has broken.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Throws a finding unless something holds.
  static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
    if !holds { throw FuzzFinding(description()) }
  }

  /// The result of what must not fail.
  @discardableResult
  static func mustNotFail<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let finding as FuzzFinding { throw finding } catch {
      throw FuzzFinding("\(what) fails: \(error)")
    }
  }
}
