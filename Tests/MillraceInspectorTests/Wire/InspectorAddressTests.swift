import Testing

@testable import MillraceInspectorWire

@Suite("The inspector's address")
struct InspectorAddressTests {
  private static let digits = "000102030405060708090a0b0c0d0e0f"

  private func error(_ text: String) -> InspectorAddressError? {
    do throws(InspectorAddressError) {
      _ = try InspectorAddress(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "addresses are read, and written as they were",
    arguments: [
      ("tcp://127.0.0.1:4711", InspectorAddress.Endpoint.tcp(host: "127.0.0.1", port: 4711)),
      ("tcp://localhost:1", .tcp(host: "localhost", port: 1)),
      ("tcp://[::1]:65535", .tcp(host: "::1", port: 65535)),
      ("unix:///tmp/a #b.sock", .unix(path: "/tmp/a #b.sock")),
    ])
  func reading(place: String, endpoint: InspectorAddress.Endpoint) throws {
    let address = try InspectorAddress("\(place)#\(Self.digits)")
    #expect(address.endpoint == endpoint)
    #expect(address.key.digits == Self.digits)
    #expect(address.description == place)
    #expect(address.text == "\(place)#\(Self.digits)")
  }

  @Test(
    "other texts are refused with a sentence that does not contain the key",
    arguments: [
      ("", InspectorAddressError.noKey),
      ("tcp://127.0.0.1:1", .noKey),
      ("tcp://127.0.0.1:1#", .key),
      ("tcp://127.0.0.1:1#000102030405060708090a0b0c0d0e0", .key),
      ("tcp://127.0.0.1:1#000102030405060708090a0b0c0d0e0x", .key),
      ("http://127.0.0.1:1#\(digits)", .scheme("http://127.0.0.1:1")),
      ("#\(digits)", .scheme("")),
      ("tcp://127.0.0.1#\(digits)", .port("127.0.0.1")),
      ("tcp://127.0.0.1:0#\(digits)", .port("127.0.0.1:0")),
      ("tcp://127.0.0.1:65536#\(digits)", .port("127.0.0.1:65536")),
      ("tcp://127.0.0.1:+1#\(digits)", .port("127.0.0.1:+1")),
      ("tcp://:1#\(digits)", .host("")),
      ("tcp://::1:1#\(digits)", .host("::1")),
      ("tcp://a b:1#\(digits)", .host("a b")),
      ("unix://a#\(digits)", .path("a")),
      (
        "unix:///\(String(repeating: "x", count: 103))#\(digits)",
        .path("/" + String(repeating: "x", count: 103))
      ),
    ])
  func refusing(text: String, expected: InspectorAddressError) {
    #expect(error(text) == expected)
    #expect(expected.description.hasSuffix("."))
    #expect(!expected.description.contains(Self.digits))
  }
}
