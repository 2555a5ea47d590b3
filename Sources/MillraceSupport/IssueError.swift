package import Millrace

/// An error that has failed the test where it was made, so that a test store does not fail it again.
package protocol IssueError: AdvisingError {}
