import Foundation
import Millrace
import MillraceSupport

/// The form in which a value is kept: JSON that a person can read, with the kind and the version of the
/// value.
///
/// ```
/// {
///   "kind" : "settings@2",
///   "value" : {"theme" : "dark"}
/// }
/// ```
struct KeptForm<Value: Sendable>: Sendable {
  let schema: RecordSchema<Value>
  let location: String

  func encode(_ value: Value) throws(KeepError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return Array(try encoder.encode(Written(schema: schema, value: value))) + [UInt8(ascii: "\n")]
    } catch {
      throw .cannotEncode(location: location, reason: CodingReason.text(error))
    }
  }

  func decode(_ bytes: [UInt8]) throws(KeepError) -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      try JSONKeys.check(bytes)
      return try decoder.decode(Read<Value>.self, from: Data(bytes), configuration: (schema, location)).value
    } catch let error as KeepError {
      throw error
    } catch let error as UpcastError {
      throw .upcastFailed(location: location, error)
    } catch {
      throw .unreadable(location: location, reason: CodingReason.text(error))
    }
  }

  private enum Key: String, CodingKey { case kind, value }

  private struct Written: Encodable {
    let schema: RecordSchema<Value>
    let value: Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      let place = schema.place(of: value)
      try container.encodeIfPresent(place.map { schema.kinds[$0].description }, forKey: .kind)
      try schema.encode(value, at: place, to: container.superEncoder(forKey: .value))
    }
  }

  private struct Read<Content>: DecodableWithConfiguration {
    let value: Content

    init(
      from decoder: any Decoder, configuration: (schema: RecordSchema<Content>, location: String)
    ) throws {
      let (schema, location) = configuration
      let container = try decoder.container(keyedBy: Key.self)
      let text = try container.decode(String.self, forKey: .kind)
      guard let kind = SchemaKind(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .kind, in: container, debugDescription: "`\(text)` is not a kind with a version")
      }
      switch schema.reach(of: kind) {
      case .current, .upcast: break
      case .newer(let known): throw KeepError.newerVersion(location: location, found: kind, known: known)
      case .gap(let known): throw KeepError.missingSteps(location: location, found: kind, known: known)
      case .unknown: throw KeepError.foreignKind(location: location, found: kind, known: schema.kinds)
      }
      value = try schema.decode(kind, from: container.superDecoder(forKey: .value))
    }
  }
}
