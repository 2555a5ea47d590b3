import Foundation
import Millrace

/// The format of an archive: JSON that a person can read, in three lines.
///
/// ```
/// {"flask":1,"crc32":"1c291ca3","key":"Fx.1.app","name":"AppState","type":"AppState","version":2,"state":
/// {"counter":10,"title":"…"}
/// }
/// ```
///
/// `flask` is the version of this format, `version` that of the state, and `crc32` the checksum of everything
/// after its comma. It detects truncated and changed archives, also those edited by hand, before anything is
/// decoded. `key` and `name` identify the substance's archive and its state. The first archives have no name;
/// for them the type stands for it, which is the last part of the name.
enum ArchiveFormat {
  struct Head: Codable {
    var key: String
    var name: String?
    var type: String
    var version: Int
  }

  static func encode<S: FlaskState>(_ state: S, key: String) throws(ArchiveError) -> [UInt8] {
    let head = Head(key: key, name: S.archiveName, type: "\(S.self)", version: S.archiveVersion)
    var rest: [UInt8]
    let payload: [UInt8]
    do {
      // The head without its braces is the beginning of the rest.
      rest = Array(try coder.encode(head).dropFirst().dropLast())
      try NestingProbe.check(state)
      payload = Array(try coder.encode(state))
    } catch {
      throw .cannotEncode(key: key, reason: DecodingReason.text(error))
    }
    // Every written archive must be readable.
    if JSONNesting.isTooDeep(payload[...]) { throw .cannotEncode(key: key, reason: tooDeep) }
    rest += Array(#","state":"#.utf8) + [newline] + payload + ending
    return Array((opening + CRC32.of(rest[...]).hexadecimal + middle).utf8) + rest
  }

  static func decode<S: FlaskState>(_ type: S.Type, _ bytes: [UInt8], key: String) throws(ArchiveError) -> S {
    try ArchiveMigration.check(type)
    let (head, payload) = try open(bytes, key: key)
    if head.key != key {
      throw .unreadable(key: key, reason: "it is the archive of the key `\(head.key)`", setAside: nil)
    }
    let known = S.archiveVersion
    if head.version > known {
      throw .newerVersion(key: key, found: head.version, known: known)
    }
    let steps = S.archiveMigrations.filter { $0.version >= head.version }.sorted { $0.version < $1.version }
    if !isOf(type, head, from: steps.first) {
      throw .foreignType(key: key, found: head.name ?? head.type, expected: S.archiveName, setAside: nil)
    }
    if head.version < known, steps.first?.version != head.version {
      throw .missingMigration(key: key, from: head.version, to: known, setAside: nil)
    }
    let payloadDecoder = Payload(bytes: Data(payload))
    var value: Any
    do {
      value = try steps.first.map { try $0.decode(payloadDecoder) } ?? payloadDecoder.decode(type)
    } catch {
      throw .unreadable(key: key, reason: DecodingReason.text(error), setAside: nil)
    }
    for step in steps {
      do { value = try step.migrate(value) } catch {
        let reason = DecodingReason.text(error)
        throw .migrationFailed(
          key: key, from: step.version, to: step.version + 1, reason: reason, setAside: nil)
      }
    }
    guard let state = value as? S else {
      throw .unreadable(key: key, reason: "its migrations made a `\(Swift.type(of: value))`", setAside: nil)
    }
    return state
  }

  /// Returns true if only a newer program can read the bytes.
  static func isNewer(_ bytes: [UInt8], than version: Int, key: String) -> Bool {
    do throws(ArchiveError) { return try open(bytes, key: key).0.version > version } catch {
      if case .newerForm = error { return true }
      return false
    }
  }

  /// Returns true if an archive belongs to this state, or to the type that its migration begins with.
  private static func isOf<S: FlaskState>(_ type: S.Type, _ head: Head, from step: ArchiveMigration?) -> Bool
  {
    if let name = head.name {
      return [S.archiveName, StateName.of(type), step?.takes.stateName].contains(name)
    }
    let ownName = S.archiveName
    let lastPart = ownName.lastIndex(of: ".").map { String(ownName[$0...].dropFirst()) } ?? ownName
    return ["\(type)", lastPart, step?.takes.name].contains(head.type)
  }

  /// Parses an archive after its checksum was verified.
  private static func open(
    _ bytes: [UInt8], key: String
  ) throws(ArchiveError) -> (Head, ArraySlice<UInt8>) {
    func unreadable(_ reason: String) -> ArchiveError { .unreadable(key: key, reason: reason, setAside: nil) }
    if bytes.isEmpty { throw unreadable("it is empty") }
    if let found = form(of: bytes), found > form { throw .newerForm(key: key, found: found, known: form) }
    guard bytes.starts(with: opening.utf8) else {
      throw unreadable("it does not begin with a known archive header")
    }
    let start = opening.utf8.count + 8 + middle.utf8.count
    let rest = bytes.dropFirst(start)
    let beginning = (opening + CRC32.of(rest).hexadecimal + middle).utf8
    guard bytes.count >= start, bytes.prefix(start).elementsEqual(beginning), bytes.suffix(3) == ending[...]
    else { throw unreadable("its checksum is wrong, so it is incomplete or has been changed") }
    guard let lineEnd = rest.firstIndex(of: newline), rest.endIndex - lineEnd > ending.count + 1 else {
      throw unreadable("it contains no state")
    }
    let payload = rest[(lineEnd + 1)...].dropLast(ending.count)
    if JSONNesting.isTooDeep(rest) { throw unreadable(tooDeep) }
    do {
      let headText = Data("{".utf8) + Data(rest[..<lineEnd]) + Data("null}".utf8)
      return (try JSONDecoder().decode(Head.self, from: headText), payload)
    } catch {
      throw unreadable(DecodingReason.text(error))
    }
  }

  /// Returns the version of the format, with which every archive begins, or nil if the bytes are no archive.
  private static func form(of bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: beginning.utf8) else { return nil }
    let digits = bytes.dropFirst(beginning.utf8.count).prefix { (0x30...0x39).contains($0) }
    return digits.count < 10 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// The version of the format that is written.
  private static let form = 1
  private static let beginning = #"{"flask":"#
  private static let opening = beginning + #"\#(form),"crc32":""#
  private static let middle = #"","#
  private static let newline = UInt8(ascii: "\n")
  private static let ending = Array("\n}\n".utf8)
  private static let tooDeep = "\(JSONNesting.TooDeep())"

  private static var coder: JSONEncoder {
    let encoder = JSONEncoder()
    // Equal states give equal bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  private struct Payload: ArchiveDecoding {
    let bytes: Data

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return try decoder.decode(type, from: bytes)
    }
  }
}

/// The name of a type in an archive: with its enclosing types, without its module.
///
/// So `Cart.State` and `User.State` differ, and a type may move to another module. The name is the same in
/// every run of a program, unlike the runtime's name of a private type, which contains an address.
enum StateName {
  static func of(_ type: any Any.Type) -> String { of(String(reflecting: type)) }

  /// Returns the name for the runtime's description of a type.
  static func of(_ reflection: String) -> String {
    reflection
      .replacing(/\((?:unknown context at \$[0-9a-f]+\)\.|extension in [^)]*\):)/, with: "")
      .replacing(/(^|[^\w.])\w+\.(?=\w)/) { $0.output.1 }
  }
}

/// The checksum CRC-32 of ISO 3309 and IEEE 802.3, which detects every single-bit error and almost any
/// other damage.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    // By pointers: a build without optimisation would otherwise be too slow for a large archive.
    let sum = table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var sum: UInt32 = 0xFFFF_FFFF
        var index = 0
        while index < bytes.count {
          sum = table[Int((sum ^ UInt32(bytes[index])) & 0xFF)] ^ (sum >> 8)
          index += 1
        }
        return sum
      }
    }
    return ~sum
  }
}
