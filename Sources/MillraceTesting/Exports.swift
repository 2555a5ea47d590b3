// The differences of values, which a failing step prints and a test of yours can make, have a target of their
// own, which applications use without the test tools.
@_exported public import MillraceDifference
