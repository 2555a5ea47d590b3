// expect-error: Make a RouteScheme with this name, and pass it to a Navigator.
// expect-also: Pass the patterns to RouteScheme(_:routes:).
// expect-also: Pass the delimiter to RouteScheme(_:routes:delimiter:).
// expect-also: Use parse(url:payload:) of the RouteScheme, which throws the reason.
// expect-also: Register a RouteCommandHandler, and react(to: RouteCommand.self) { location in … }.
// expect-also: Execute RouteCommand(urn:payload:).
// expect-also: Execute RouteCommand(url:payload:).
// expect-also: Execute RouteCommand(to:).
// The scheme of Compass was one for the whole process.
import AftermathRouting
import Foundation

// row: `Navigator.scheme`, `Navigator.routes`, earlier of a type Compass
// row: `Navigator.delimiter`
// row: `Navigator.handle`
func configure() {
  Navigator.scheme = "app"
  Navigator.routes = ["users:{id}"]
  Navigator.delimiter = "/"
  Navigator.handle = { _ in }
}

// row: `Navigator.parse(url:payload:)`, nil for an unknown route
func parse(_ url: URL) -> Bool { Navigator.parse(url: url, payload: nil) != nil }

// row: `Navigator.navigate(urn:payload:)`, `navigate(url:payload:)`, `navigate(location:)`
func navigate(_ url: URL, _ location: Location) throws {
  try Navigator.navigate(urn: "users:7", payload: "Ada")
  try Navigator.navigate(url: url, payload: nil)
  try Navigator.navigate(location: location)
}
