/// A value whose mirror shows it as people read it, and which names its parts as they are.
///
/// The explorer hashes a value part by part. Of a value with a mirror of its own it would not know whether
/// that hides something.
package protocol WhollyReadable {
  /// All that code can see of the value.
  var wholeParts: [Any] { get }
}
