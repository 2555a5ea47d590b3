// expect-error: type 'NSObject' does not conform to the 'Sendable' protocol
// A state holds an object that is not `Sendable`, as in the original.
import Flask
import Foundation

// row: `FlaskRef(NSObject())`, held weakly
struct CartState: FlaskState {
  var object = FlaskRef(NSObject())
}
