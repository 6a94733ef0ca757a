"""What is sent and answered, as data. Each shape says where it is filled from; none reads a state itself."""
